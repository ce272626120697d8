package dev.brickwork.delivery.mail;

import dev.brickwork.delivery.mail.letters.InvoiceFacts;
import dev.brickwork.delivery.mail.letters.OtherLetters;
import dev.brickwork.delivery.mail.outgoing.MailFolder;
import dev.brickwork.delivery.mail.outgoing.MailKind;
import dev.brickwork.delivery.mail.outgoing.MailRoute;
import dev.brickwork.delivery.mail.outgoing.MailStore;
import dev.brickwork.delivery.mail.outgoing.MailView;
import dev.brickwork.delivery.mail.outgoing.Message;
import dev.brickwork.delivery.mail.outgoing.Postman;
import dev.brickwork.delivery.mail.outgoing.PurgeMail;
import dev.brickwork.delivery.mail.outgoing.SmtpServer;
import dev.brickwork.ids.InvoiceId;
import dev.brickwork.payments.PayPageLinks;
import dev.brickwork.platform.Caller;
import dev.brickwork.platform.Ids;
import dev.brickwork.platform.Secret;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.database.Database;
import dev.brickwork.platform.database.SqlSession;
import dev.brickwork.platform.database.Tx;
import dev.brickwork.platform.http.Metrics;
import dev.brickwork.platform.http.Routes;
import dev.brickwork.platform.jobs.Loop;
import dev.brickwork.platform.jobs.Sweep;
import dev.brickwork.platform.outbox.Outbox;
import dev.brickwork.platform.security.SealedTokens;
import dev.brickwork.platform.telemetry.Traces;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// Facade of the mail module: sends invoices, reminders and notices.
public final class Mail {
    /// Timeout of the mail server, within the minute in which a waiting client should hear if a mail failed.
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(45);

    /// Listeners that write mails, and the one that prints the PDFs for them, each after the one that it follows.
    public static final List<String> WRITERS = List.of("print-invoice", "mail-invoice", "mail-notices");

    private final Database database;
    private final MailStore mails;
    private final MailView view;
    private final Postman postman;
    private final SendInvoice sending;
    private final Remind reminding;
    private final InstantSource realTime;
    private final Loop upkeep;

    /// How messages are sent.
    ///
    /// @param server where to send; without one, messages become files in `folder`
    /// @param sender of messages whose seller has set no address
    public record Way(
            Optional<Secret> server,
            Path folder,
            String sender,
            PayPageLinks payLinks,
            SealedTokens tokens,
            Traces traces) {
        MailRoute route() {
            return server.<MailRoute>map(url -> new SmtpServer(url, ANSWER_WITHIN, traces))
                    .orElseGet(() -> new MailFolder(folder));
        }
    }

    public Mail(Database database, Outbox outbox, Way way, InstantSource realTime, Metrics metrics) {
        this.database = database;
        this.realTime = realTime;
        this.mails = new MailStore(way.tokens);
        this.view = new MailView(way.sender, way.payLinks);
        this.postman = new Postman(database, mails, view, way.route(), realTime, metrics);
        this.sending = new SendInvoice(database, mails, view, postman, realTime);
        this.reminding = new Remind(database, view, postman);
        this.upkeep = new PurgeMail(database, mails, realTime).loop();
        outbox.register(new SendInvoiceMail(database, view, postman));
        outbox.register(new TellCustomer(database, view, postman));
    }

    public Routes routes() {
        return new MailResource(sending).routes();
    }

    /// Reminders of open invoices (rule J-02).
    public Sweep sweep() {
        return reminding;
    }

    /// The loop that deletes old messages.
    public Loop upkeep() {
        return upkeep;
    }

    /// Erases recipients and contents of messages to an erased customer; those that still wait are not sent.
    public void forget(Tx tx, UUID customer) {
        mails.forget(tx, customer, realTime.instant());
    }

    /// Gives up all waiting messages after a restore, since they may have been sent already; returns how many.
    public int holdBack() {
        return database.inTransaction(tx -> mails.holdBack(tx, realTime.instant(), "restored"));
    }

    public void start() {
        postman.start();
    }

    /// Whether the postman's loops are alive; if not, the service is not ready.
    public boolean isMoving() {
        return postman.isAlive();
    }

    public void stop() throws InterruptedException {
        postman.stop();
    }

    /// Refuses what could not be mailed now, before anything is done that would have to be told.
    public void requireMailable(Tx tx, InvoiceId invoice) {
        sending.requireMailable(tx, invoice.value());
    }

    /// Sends the newest version of the invoice, once for one cause, however often it is called, and waits until the
    /// mail
    /// server has taken it. Outside any transaction.
    ///
    /// @param cause the regeneration, or another reason to send
    public SendResult send(Caller caller, InvoiceId invoice, UUID cause) {
        return sending.now(caller, invoice.value(), cause);
    }

    /// Mails a code by which a visitor of a page proves that the mailbox is theirs.
    public void pageCode(SqlSession tx, SellerId seller, Code code) {
        var from = view.seller(tx, seller);
        var caller = new Caller(seller, "page", "page code", realTime.instant());
        var message = new Message(
                "code:" + Ids.next(),
                MailKind.PAGE_CODE,
                Optional.empty(),
                Optional.empty(),
                from.address().orElse(view.senderDefault()),
                code.recipients,
                OtherLetters.pageCode(code.locale, from.name(), code.what, code.code, code.minutes));
        postman.take(tx.as(caller), message);
    }

    /// A code that opens a page.
    ///
    /// @param what the page is about, such as the number of an invoice
    public record Code(List<String> recipients, Locale locale, String what, String code, int minutes) {}

    /// To whom mails about an invoice go, for pages that send a code there.
    public List<String> recipients(SqlSession tx, SellerId seller, UUID invoice) {
        return view.invoice(tx, seller, invoice).map(InvoiceFacts::recipients).orElse(List.of());
    }
}
