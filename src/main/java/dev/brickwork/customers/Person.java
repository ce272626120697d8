package dev.brickwork.customers;

import dev.brickwork.ids.CustomerId;
import dev.brickwork.ids.PersonId;
import dev.brickwork.platform.json.JsonWriter;
import java.time.Instant;
import java.util.Optional;

/// A contact or signer at a customer. All fields are empty once the person was erased.
public record Person(
        PersonId id,
        CustomerId customer,
        Optional<String> firstName,
        Optional<String> lastName,
        Optional<String> preferredName,
        Optional<String> email,
        Optional<String> role,
        Optional<Instant> erasedAt,
        Instant createdAt,
        long version) {
    static Person blank(PersonId id, CustomerId customer, Instant now) {
        return new Person(
                id,
                customer,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                now,
                1);
    }

    /// How to address the person; empty when only an e-mail address is known.
    public Optional<String> displayName() {
        var whole = (preferredName.or(() -> firstName).orElse("") + " " + lastName.orElse("")).strip();
        return whole.isEmpty() ? Optional.empty() : Optional.of(whole);
    }

    public boolean isErased() {
        return erasedAt.isPresent();
    }

    /// As all answers and events show it.
    public void write(JsonWriter json) {
        json.put("person_id", id.value())
                .put("customer_id", customer.value())
                .put("first_name", firstName)
                .put("last_name", lastName)
                .put("preferred_name", preferredName)
                .put("email", email)
                .put("role", role)
                .put("created_at", createdAt);
    }

    boolean canBeNamed() {
        return firstName.isPresent() || lastName.isPresent() || email.isPresent();
    }
}
