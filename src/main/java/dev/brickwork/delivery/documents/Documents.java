package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.rendering.ForeignPress;
import dev.brickwork.delivery.documents.rendering.Pdf;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.http.Metrics;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Facade of rendering: papers in, files out. Our own templates are drawn here, by no more threads than the machine has
/// cores,
/// because drawing is pure work and a thousand at once would only hold a thousand half-drawn documents in memory.
public final class Documents implements AutoCloseable {
    private static final int WAITING_MAX = 10_000;

    private final ExecutorService workers;
    private final ForeignPress foreignPress;

    public Documents(Metrics metrics) {
        this.foreignPress = new ForeignPress(metrics);
        int count = Math.max(2, Runtime.getRuntime().availableProcessors());
        this.workers = new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                Thread.ofPlatform().name("press-", 0).daemon().factory());
    }

    public Pdf invoice(InvoicePaper paper) {
        return drawn(() -> new Pdf(InvoicePdf.of(paper)));
    }

    /// Refuses with what is missing where the paper cannot be an e-invoice.
    public byte[] eInvoice(InvoicePaper paper, EInvoiceFormat format) {
        var missing = EInvoice.missing(paper);
        if (!missing.isEmpty()) throw Refusal.badRequest(String.join("; ", missing));
        var invoice = EInvoice.of(paper);
        return switch (format) {
            case CII -> CiiXml.of(invoice);
            case UBL -> UblXml.of(invoice);
            case FACTUR_X ->
                drawn(() -> new Pdf(FacturX.of(InvoicePdf.of(paper), CiiXml.of(invoice))))
                        .bytes();
        };
    }

    public Pdf orderForm(OrderFormPaper paper) {
        return drawn(() -> OrderFormPdf.of(paper));
    }

    /// The seller's own form, with our summary behind it.
    public Pdf orderForm(SellerId seller, OrderFormPaper paper, String foreignHtml) {
        return switch (OrderFormPdf.of(paper, foreignHtml, html -> foreignPress.print(seller, html))) {
            case ForeignPress.Outcome.Printed(var pdf) -> pdf;
            case ForeignPress.Outcome.Refused(var why) -> throw Refusal.badField("custom_order_form_html", why);
            case ForeignPress.Outcome.Busy() ->
                throw Refusal.of(Refusal.Kind.RATE_LIMITED, "too many order forms are being rendered; try again");
        };
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }

    private Pdf drawn(Supplier<Pdf> work) {
        try {
            return workers.submit(work::get).get();
        } catch (RejectedExecutionException e) {
            throw Refusal.of(Refusal.Kind.RATE_LIMITED, "too many documents are being printed; try again");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("stopped while printing", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("printing failed", e.getCause());
        }
    }
}
