package dev.brickwork.delivery.documents;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.issued.Invoices;
import dev.brickwork.payments.PayPageLinks;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.outbox.Event;
import dev.brickwork.platform.outbox.Listener;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.platform.outbox.Task;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Prints invoices: after they are issued or voided, at once for a regeneration, and on demand for a request that
/// comes before that. A printed version stays as it is; only voiding prints it anew, with the stamp.
public final class PrintInvoice {
    private final Documents documents;
    private final InvoicePapers papers;

    public PrintInvoice(Documents documents, PayPageLinks payLinks) {
        this.documents = documents;
        this.papers = new InvoicePapers(payLinks);
    }

    /// Prints a version that was just written, in the same transaction, so that no version comes out of a regeneration
    /// without its paper.
    public byte[] print(Tx tx, InvoiceId invoice, int version) {
        return documents
                .invoice(paper(tx, tx.seller(), invoice.value(), version))
                .bytes();
    }

    InvoicePaper paper(SqlSession tx, SellerId seller, UUID invoice, int version) {
        return papers.read(tx, seller, invoice, Optional.of(version))
                .orElseThrow(
                        () -> new IllegalStateException("no version %d of invoice %s".formatted(version, invoice)));
    }

    byte[] eInvoice(InvoicePaper paper, EInvoiceFormat format) {
        return documents.eInvoice(paper, format);
    }

    byte[] pdf(InvoicePaper paper) {
        return documents.invoice(paper).bytes();
    }

    /// The listener that prints what was issued or voided. Reading, drawing and storing are apart, so that no
    /// transaction waits while a page is drawn.
    public Listener listener(Database database, Invoices invoices, Outbox outbox) {
        return new AfterTheFact(this, database, invoices, outbox);
    }

    private record AfterTheFact(PrintInvoice press, Database database, Invoices invoices, Outbox outbox)
            implements Listener {
        private static final int WORKER_COUNT = Math.max(2, Runtime.getRuntime().availableProcessors());

        @Override
        public String name() {
            return "print-invoice";
        }

        @Override
        public Set<String> types() {
            return Set.of("invoice.start", "invoice.voided");
        }

        @Override
        public boolean isPatient() {
            return true;
        }

        @Override
        public int workers() {
            return WORKER_COUNT;
        }

        @Override
        public void handle(Task task) {
            boolean isVoided = task.eventType().equals("invoice.voided");
            var version = isVoided ? Optional.<Integer>empty() : Optional.of(1);
            var paper = database.read(tx -> press.papers.read(tx, task.seller(), task.object(), version));
            if (paper.isEmpty()) return; // Waived before it was issued: there is no paper (rule I-07).
            var printed = new Printed(task, paper.get().head().version(), press.pdf(paper.get()), isVoided);
            var caller = new Caller(task.seller(), "print", task.eventId().toString(), task.occurredAt());
            database.write(tx -> store(tx.as(caller), printed));
        }

        private record Printed(Task task, int version, byte[] pdf, boolean isVoided) {}

        /// The mail follows the paper, so it is told of here.
        private void store(Tx tx, Printed printed) {
            var id = new InvoiceId(printed.task.object());
            if (printed.isVoided) invoices.replacePdf(tx, id, printed.version, printed.pdf);
            else invoices.keepPdf(tx, id, printed.version, printed.pdf);
            outbox.stage(
                    tx,
                    Event.inside(
                            "invoice.printed",
                            id.value(),
                            json -> json.put("version", printed.version)
                                    .put("why", printed.isVoided ? "VOIDED" : "ISSUED")));
        }
    }
}
