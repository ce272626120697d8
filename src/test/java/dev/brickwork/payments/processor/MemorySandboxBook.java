package dev.brickwork.payments.processor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The sandbox's book in memory. Every call is one critical section, as every call of the real one is a transaction.
final class MemorySandboxBook implements SandboxBook {
    private final List<Held> held = new ArrayList<>();
    private final Map<UUID, Entry> entries = new LinkedHashMap<>();
    private final Map<UUID, Return> refunds = new LinkedHashMap<>();
    private final Map<String, Form> forms = new LinkedHashMap<>();
    private final List<Message> messages = new ArrayList<>();

    synchronized Collection<Entry> entries() {
        return List.copyOf(entries.values());
    }

    @Override
    public synchronized void attach(Held method) {
        boolean isThere = held.stream()
                .anyMatch(other -> other.customerId().equals(method.customerId())
                        && other.methodId().equals(method.methodId()));
        if (!isThere) held.addFirst(method);
    }

    @Override
    public synchronized List<Held> held(String customerId) {
        return held.stream()
                .filter(method -> method.customerId().equals(customerId))
                .toList();
    }

    @Override
    public synchronized boolean detach(String customerId, String methodId) {
        return held.removeIf(method ->
                method.customerId().equals(customerId) && method.methodId().equals(methodId));
    }

    @Override
    public synchronized Entry open(Entry entry, List<Message> about) {
        var before = entries.putIfAbsent(entry.paymentId(), entry);
        if (before != null) return before;
        messages.addAll(about);
        return entry;
    }

    @Override
    public synchronized Optional<Entry> entry(UUID paymentId) {
        return Optional.ofNullable(entries.get(paymentId));
    }

    @Override
    public synchronized Optional<Return> open(Return refund, List<Message> about) {
        var before = refunds.get(refund.refundId());
        if (before != null) return Optional.of(before);
        long sum = refunds.values().stream()
                .filter(other -> other.paymentId().equals(refund.paymentId()))
                .mapToLong(other -> other.amount().minor())
                .sum();
        var entry = entries.get(refund.paymentId());
        if (entry == null || sum + refund.amount().minor() > entry.amount().minor()) return Optional.empty();
        refunds.put(refund.refundId(), refund);
        messages.addAll(about);
        return Optional.of(refund);
    }

    @Override
    public synchronized Optional<Return> refund(UUID refundId) {
        return Optional.ofNullable(refunds.get(refundId));
    }

    @Override
    public synchronized Form open(Form form) {
        var before = forms.putIfAbsent(form.id(), form);
        return before == null ? form : before;
    }

    @Override
    public synchronized Optional<Form> form(String formId) {
        return Optional.ofNullable(forms.get(formId));
    }

    @Override
    public synchronized boolean end(String formId, PageState state) {
        var form = forms.get(formId);
        if (form == null || form.state() != PageState.OPEN) return false;
        forms.put(
                formId,
                new Form(
                        form.id(),
                        form.customerId(),
                        form.paymentId(),
                        form.amount(),
                        form.title(),
                        form.returnTo(),
                        form.savesMethod(),
                        form.expiresAt(),
                        state));
        return true;
    }

    @Override
    public synchronized List<Message> takeDue(Instant now, int limit) {
        var due = messages.stream()
                .filter(message -> !message.dueAt().isAfter(now))
                .sorted(Comparator.comparing(Message::dueAt))
                .limit(limit)
                .toList();
        messages.removeAll(due);
        return due;
    }
}
