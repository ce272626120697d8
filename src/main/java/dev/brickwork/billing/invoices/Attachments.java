package dev.brickwork.billing.invoices;

import dev.brickwork.ids.InvoiceId;
import dev.brickwork.invoicing.Attachment;
import dev.brickwork.invoicing.issued.AttachmentStore;
import dev.brickwork.invoicing.issued.InvoiceJson;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Refusal;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Answer;
import dev.brickwork.platform.http.Fields;
import dev.brickwork.platform.http.Request;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.http.Scope;
import dev.brickwork.platform.http.Upload;
import dev.brickwork.platform.http.pages.FileLinks;
import dev.brickwork.platform.http.pages.PublicPages;
import dev.brickwork.platform.http.pages.PublicRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// PDFs that go with an invoice: on it, in its mails, and under links that need no key.
public final class Attachments implements PublicPages {
    private static final int NAME_LENGTH_MAX = 255;
    private static final String ENDING = ".pdf";
    private static final int BYTES_MAX = 5 * 1024 * 1024;
    /// All together, so that the mail that carries them still gets through.
    private static final int ALL_BYTES_MAX = 15 * 1024 * 1024;

    private static final int COUNT_MAX = 20;
    private static final byte[] PDF = "%PDF-".getBytes(StandardCharsets.US_ASCII);

    private final AttachmentStore attachments;
    private final Database database;
    private final FileLinks links;

    public Attachments(Database database, FileLinks links) {
        this.database = database;
        this.links = links;
        this.attachments = new AttachmentStore(links);
    }

    public Routes routes() {
        return new Routes()
                .postBytes("/invoices/{invoice_id}/attachments", Scope.WRITE, this::attach)
                .delete("/invoices/{invoice_id}/attachments/{attachment_id}", Scope.WRITE, this::remove);
    }

    private record Input(String name, byte[] pdf, Attachment.Target target, Optional<Integer> position) {}

    private Answer attach(Tx tx, Request request) {
        var hanger = hanger(tx, request);
        var input = input(request.upload(), hanger);
        var others = attachments.of(tx, hanger);
        var load = attachments.load(tx, hanger, input.target);
        if (load.count() >= COUNT_MAX || load.bytes() + input.pdf.length > ALL_BYTES_MAX) {
            throw Refusal.badField(
                    "file",
                    "An invoice has at most %d attachments of %d MiB together."
                            .formatted(COUNT_MAX, ALL_BYTES_MAX / 1024 / 1024));
        }
        var before = input.position
                .filter(at -> at <= others.size())
                .map(at -> others.get(at - 1).id());
        var id = Ids.next();
        attachments.insert(tx, hanger, new AttachmentStore.Fresh(id, input.target, input.name, input.pdf, before));
        var made = attachments.of(tx, hanger).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        return Answer.ok(json -> InvoiceJson.attachment(json, made));
    }

    private static Input input(Upload upload, AttachmentStore.Hanger hanger) {
        var fields = upload.fields();
        var file = upload.file();
        if (file.isEmpty()) fields.fault("file", "This field is required.");
        var bytes = file.map(Upload.UploadedFile::bytes).orElse(PDF);
        if (!startsLikePdf(bytes)) fields.fault("file", "Must be a PDF.");
        if (bytes.length > BYTES_MAX) fields.fault("file", "Must not be larger than 5 MiB.");
        var name = fields.filledText("name", NAME_LENGTH_MAX)
                .or(() -> file.map(Upload.UploadedFile::name).filter(it -> !it.isBlank()))
                .map(Attachments::fileName)
                .orElse("attachment" + ENDING);
        var target = fields.oneOf("target", Fields.words(Attachment.Target::wire, Attachment.Target.values()))
                .orElse(Attachment.Target.INVOICE);
        if (target == Attachment.Target.SUBSCRIPTION && hanger.subscription().isEmpty()) {
            fields.fault("target", "A standalone invoice has no subscription.");
        }
        var position = fields.integer("position", 1, COUNT_MAX);
        fields.check();
        return new Input(name, bytes, target, position);
    }

    /// The last step of whatever path the sender's machine has, and nothing that a header would stumble over or that
    /// hides how the name ends. It ends as what it is: under another ending it would be opened as something else.
    private static String fileName(String given) {
        var last = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        var clean = last.replaceAll("[\\p{Cntrl}\\p{Cf}\"]", "_").strip();
        if (clean.isEmpty()) return "attachment" + ENDING;
        boolean isWhole = clean.length() <= NAME_LENGTH_MAX
                && clean.toLowerCase(Locale.ROOT).endsWith(ENDING);
        return isWhole
                ? clean
                : clean.substring(0, Math.min(clean.length(), NAME_LENGTH_MAX - ENDING.length())) + ENDING;
    }

    private static boolean startsLikePdf(byte[] bytes) {
        for (int i = 0; i < PDF.length; i++) {
            if (bytes.length <= i || bytes[i] != PDF[i]) return false;
        }
        return true;
    }

    private Answer remove(Tx tx, Request request) {
        var hanger = hanger(tx, request);
        var id = Ids.parse(request.path("attachment_id")).orElseThrow(() -> Refusal.notFound("attachment"));
        if (!attachments.remove(tx, hanger, id)) throw Refusal.notFound("attachment");
        return Answer.ok(json -> json.object(out -> out.put("message", "The attachment was removed.")));
    }

    private AttachmentStore.Hanger hanger(Tx tx, Request request) {
        var id = request.id("invoice_id", "invoice", InvoiceId::new);
        return attachments.lock(tx, id).orElseThrow(() -> Refusal.notFound("invoice"));
    }

    @Override
    public Optional<Answer> answer(PublicRequest request) {
        return links.open(AttachmentStore.LINK, request).flatMap(what -> {
            var parts = what.split("/", 2);
            var seller = new SellerId(UUID.fromString(parts[0]));
            return database.read(tx -> attachments.read(tx, seller, UUID.fromString(parts[1])))
                    .map(stored -> FileLinks.pdf(stored.name(), stored.pdf()));
        });
    }
}
