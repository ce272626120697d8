package dev.brickwork.web.portal;

import dev.brickwork.templates.pages.JtecheckoutGenerated;
import dev.brickwork.templates.pages.JtenoticeGenerated;
import dev.brickwork.templates.pages.JtepayGenerated;
import dev.brickwork.templates.pages.JteportalGenerated;
import dev.brickwork.templates.pages.JtesandboxGenerated;
import dev.brickwork.templates.pages.JtesignGenerated;
import dev.brickwork.web.portal.views.Banner;
import dev.brickwork.web.portal.views.CheckoutViewModel;
import dev.brickwork.web.portal.views.Fact;
import dev.brickwork.web.portal.views.Frame;
import dev.brickwork.web.portal.views.NoticeViewModel;
import dev.brickwork.web.portal.views.OrderViewModel;
import dev.brickwork.web.portal.views.PageText;
import dev.brickwork.web.portal.views.PayViewModel;
import dev.brickwork.web.portal.views.PortalViewModel;
import dev.brickwork.web.portal.views.SandboxViewModel;
import dev.brickwork.web.portal.views.SignViewModel;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes each page with made-up content to `target/look`, to be looked at in a browser. Not a test.
final class LookAtPages {
    private static final Path FOLDER = Path.of("target/look");

    private LookAtPages() {}

    public static void main(String[] arguments) throws IOException {
        Files.createDirectories(FOLDER.resolve("assets"));
        for (var name : List.of("pages.css", "mark.svg")) {
            Files.copy(
                    Path.of("src/main/resources/pages", name),
                    FOLDER.resolve("assets").resolve(name),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        for (var language : List.of("en", "de", "fr", "es"))
            pages(new PageText(Locale.forLanguageTag(language)), language);
    }

    private static void pages(PageText say, String suffix) throws IOException {
        var frame = frame(say, say.text("invoice", "number", "2026-000123"));
        write("pay-" + suffix, out -> JtepayGenerated.render(out, null, pay(frame, Optional.empty())));
        write(
                "later-" + suffix,
                out -> JtepayGenerated.render(
                        out, null, pay(frame, Optional.of(new Banner("bad", "", say.text("try_later"))))));
        for (var outcome : List.of(
                new PayViewModel.Outcome("good", "good", say.text("paid_title"), say.text("paid_more")),
                new PayViewModel.Outcome("warn", "wait", say.text("processing_title"), say.text("processing_more")),
                new PayViewModel.Outcome(
                        "bad",
                        "bad",
                        say.text("void_title"),
                        say.text("void_more", "seller", "Northwind Analytics")))) {
            write(
                    "closed-%s-%s".formatted(outcome.tone(), suffix),
                    out -> JtepayGenerated.render(out, null, closed(pay(frame, Optional.empty()), outcome)));
        }
        write(
                "lost-" + suffix,
                out -> JtenoticeGenerated.render(
                        out,
                        null,
                        NoticeViewModel.of(
                                frame(say, say.text("unknown_title")), "", "lost", say.text("unknown_more"))));
        write(
                "sign-" + suffix,
                out -> JtesignGenerated.render(
                        out, null, sign(frame(say, "Sign").wide())));
        write("signed-" + suffix, out -> JtesignGenerated.render(out, null, signed(frame(say, "Signed"))));
        write(
                "checkout-" + suffix,
                out -> JtecheckoutGenerated.render(
                        out, null, checkout(frame(say, "Checkout").wide())));
        write("portal-" + suffix, out -> JteportalGenerated.render(out, null, portal(frame(say, "Billing"))));
        write(
                "sandbox-" + suffix,
                out -> JtesandboxGenerated.render(
                        out, null, sandbox(frame(say, "Sandbox payment").narrow())));
    }

    private static Frame frame(PageText say, String title) {
        return new Frame(
                say,
                title,
                Optional.of(new Frame.Brand("Northwind Analytics", Optional.empty(), "N")),
                true,
                "",
                Optional.empty());
    }

    private static PayViewModel closed(PayViewModel open, PayViewModel.Outcome outcome) {
        var say = open.frame().say();
        boolean isVoid = outcome.tone().equals("bad");
        var statement = open.statement();
        var account = open.offline().getFirst();
        return new PayViewModel(
                open.frame(),
                open.address(),
                open.number(),
                statement.total(),
                Optional.empty(),
                say.text(isVoid ? "void" : "paid"),
                isVoid ? "" : "good",
                open.facts(),
                new PayViewModel.Statement(
                        statement.lines(),
                        statement.sums(),
                        statement.total(),
                        isVoid ? List.of() : statement.settlements(),
                        isVoid ? Optional.empty() : Optional.of("$0.00")),
                Optional.of(outcome),
                Optional.empty(),
                Optional.empty(),
                isVoid
                        ? List.of()
                        : List.of(new PayViewModel.Offline("bank", say.text("bank_account"), "", account.rows())),
                open.pdf());
    }

    private static PayViewModel.Statement statement(PageText say) {
        return new PayViewModel.Statement(
                List.of(
                        new PayViewModel.Line(
                                "Seats",
                                "Nov 1, 2026 – Nov 30, 2026 · %s -$480.00".formatted(say.text("discount")),
                                "×\u00a0120",
                                "$4,320.00"),
                        new PayViewModel.Line(
                                "Priority support, worldwide", "Nov 1, 2026 – Nov 30, 2026", "×\u00a01", "$500.00"),
                        new PayViewModel.Line(
                                "API calls", "Oct 1, 2026 – Oct 31, 2026", "×\u00a01,250,000", "$8,500.00")),
                List.of(
                        new Fact(say.text("subtotal"), "$13,320.00"),
                        new Fact("Sales tax\u00a09.1%", "$1,160.00"),
                        new Fact(say.text("vat") + "\u00a00% · " + say.text("reverse_charge"), "$0.00")),
                "$14,480.00",
                List.of(
                        new Fact(say.text("credit_applied"), "-$500.00"),
                        new Fact(say.text("paid_on", "date", "Nov 14, 2026"), "-$1,500.00")),
                Optional.of("$12,480.00"));
    }

    private static PayViewModel pay(Frame frame, Optional<Banner> banner) {
        return new PayViewModel(
                frame,
                "/pay/x",
                "2026-000123",
                "$12,480.00",
                Optional.of("30 November 2026"),
                frame.say().text("outstanding"),
                "warn",
                List.of(
                        new Fact(frame.say().text("from"), "Northwind Analytics GmbH"),
                        new Fact(frame.say().text("number"), "2026-000123"),
                        new Fact(frame.say().text("issued_on"), "31 October 2026"),
                        new Fact(frame.say().text("due_date"), "30 November 2026")),
                statement(frame.say()),
                Optional.empty(),
                banner,
                Optional.of(new PayViewModel.Online(
                        frame.say().text("pay_online_both"),
                        "t",
                        banner.map(_ -> frame.say().text("autopay", "seller", "Northwind Analytics")))),
                List.of(
                        new PayViewModel.Offline(
                                "bank",
                                frame.say().text("by_wire"),
                                frame.say()
                                        .text(
                                                "by_wire_how",
                                                "amount",
                                                "$12,480.00",
                                                "payee",
                                                "Northwind Analytics GmbH"),
                                List.of(
                                        new Fact(frame.say().text("account_holder"), "Northwind Analytics GmbH"),
                                        new Fact("IBAN", "DE75 5121 0800 1245 1261 99"),
                                        new Fact("BIC", "SOGEDEFF"),
                                        new Fact(frame.say().text("reference"), "2026-000123"))),
                        new PayViewModel.Offline(
                                "paper",
                                frame.say().text("by_check"),
                                frame.say()
                                        .text(
                                                "by_check_how",
                                                "amount",
                                                "$12,480.00",
                                                "payee",
                                                "Northwind Analytics GmbH"),
                                List.of(
                                        new Fact(frame.say().text("send_to"), "Torstr. 1\n10119 Berlin\nGermany"),
                                        new Fact(frame.say().text("reference"), "2026-000123")))),
                new PayViewModel.Pdf(banner.isPresent(), banner.isPresent(), Optional.empty(), "t", "t"));
    }

    private static OrderViewModel order(PageText say, boolean isSigned) {
        return new OrderViewModel(
                say.text("order_title"),
                List.of(
                        new OrderViewModel.Party(
                                "Provider",
                                "Northwind Analytics GmbH",
                                List.of("Torstr. 1", "10119 Berlin", "Germany")),
                        new OrderViewModel.Party(
                                "Customer",
                                "Acme Rockets Inc.",
                                List.of("500 Desert Road", "89501 Reno NV", "United States"))),
                List.of(
                        new Fact("Plan", "Team"),
                        new Fact("Start", "Dec 1, 2026"),
                        new Fact("End", "Nov 30, 2027"),
                        new Fact("Contract length", "12 months"),
                        new Fact("Billing", "Quarterly"),
                        new Fact("Payment terms", "30 days"),
                        new Fact("Renewal", "Automatically, for 12 months")),
                List.of(
                        new OrderViewModel.Line("Seats", Optional.of("Discount -$312.00"), "× 12", "$3,312.00"),
                        new OrderViewModel.Line("Onboarding", Optional.empty(), "× 1", "$500.00"),
                        new OrderViewModel.Line(
                                "API tokens, committed", Optional.empty(), "× 1,000,000", "$40,000.00")),
                List.of(new Fact("Subtotal", "$43,812.00"), new Fact("Sales tax", "$3,614.49")),
                "$47,426.49",
                List.of(
                        new OrderViewModel.Installment("Dec 1, 2026", "Dec 1, 2026 – Feb 28, 2027", "$11,856.63"),
                        new OrderViewModel.Installment("Mar 1, 2027", "Mar 1, 2027 – May 31, 2027", "$11,856.62")),
                "/files/x",
                say.text(isSigned ? "signed_pdf" : "read_form"),
                isSigned
                        ? List.of(
                                new OrderViewModel.Signature(
                                        "Wile E. Coyote",
                                        Optional.of("Head of Rockets"),
                                        "For Acme Rockets Inc.",
                                        "on November 15, 2026 from 203.0.113.7"),
                                new OrderViewModel.Signature(
                                        "Northwind Analytics GmbH",
                                        Optional.empty(),
                                        "For Northwind Analytics GmbH",
                                        "on November 14, 2026"))
                        : List.of());
    }

    private static SignViewModel.Entry entry(PageText say, boolean isFaulty) {
        return new SignViewModel.Entry(
                say.text("sign_title"),
                "t",
                "3:561600",
                "Wile E. Coyote",
                "",
                say.text("sign_consent", "company", "Acme Rockets Inc."),
                say.text("sign_button"),
                Optional.empty(),
                isFaulty ? Optional.of(say.text("consent_missing")) : Optional.empty());
    }

    private static SignViewModel sign(Frame frame) {
        return new SignViewModel(
                frame, "/sign/x", Optional.empty(), order(frame.say(), false), Optional.of(entry(frame.say(), true)));
    }

    private static SignViewModel signed(Frame frame) {
        var say = frame.say();
        return new SignViewModel(
                frame,
                "/sign/x",
                Optional.of(new Banner("good", say.text("signed_title"), say.text("signed_more"))),
                order(say, true),
                Optional.empty());
    }

    private static CheckoutViewModel checkout(Frame frame) {
        var say = frame.say();
        return new CheckoutViewModel(
                frame,
                "/checkout/x",
                Optional.empty(),
                order(say, false),
                true,
                List.of(
                        new CheckoutViewModel.Choice(
                                "card", say.text("choose_card"), say.text("choose_card_more"), true),
                        new CheckoutViewModel.Choice(
                                "bank", say.text("choose_bank"), say.text("choose_bank_more"), false),
                        new CheckoutViewModel.Choice(
                                "form", say.text("choose_form"), say.text("choose_form_more"), false)),
                "",
                "t",
                Optional.empty(),
                Optional.empty());
    }

    private static PortalViewModel portal(Frame frame) {
        return new PortalViewModel(
                frame,
                "/portal/x",
                Optional.empty(),
                "Acme Rockets Inc.",
                List.of(
                        new PortalViewModel.Bill(
                                "2026-000123",
                                "Nov 1, 2026",
                                "$12,480.00",
                                Optional.of("$2,480.00"),
                                "Past due",
                                "bad",
                                Optional.of("/pay/x"),
                                Optional.of("/x")),
                        new PortalViewModel.Bill(
                                "2026-000101",
                                "Aug 1, 2026",
                                "$12,480.00",
                                Optional.empty(),
                                "Paid",
                                "good",
                                Optional.empty(),
                                Optional.of("/x"))),
                Optional.empty(),
                Optional.of("/x"),
                List.of("$25.50", "€7.00"),
                Optional.of(List.of(
                        new PortalViewModel.Method(
                                "a", "card", "Visa ending in 4242", Optional.of("Expires 12/2099"), true, "", "t"),
                        new PortalViewModel.Method(
                                "b",
                                "bank",
                                "Sandbox Bank account ending in 6789",
                                Optional.empty(),
                                false,
                                "t",
                                "t"))),
                "t");
    }

    private static SandboxViewModel sandbox(Frame frame) {
        return new SandboxViewModel(
                frame,
                "/sandbox/x",
                Optional.empty(),
                "Invoice 2026-000123",
                Optional.of("$12,480.00"),
                "t",
                List.of(
                        new SandboxViewModel.Outcome("a", "Visa ending in 4242", "Pays at once.", true),
                        new SandboxViewModel.Outcome(
                                "b", "Bank debit", "A bank debit: processing at first, then paid.", false),
                        new SandboxViewModel.Outcome(
                                "c", "Soft decline", "Declined for lack of funds; may go well another day.", false)),
                List.of(new SandboxViewModel.Outcome("d", "Timeout", "No answer, and nothing is taken.", false)),
                "/pay/x");
    }

    private static void write(String name, Consumer<HtmlTemplateOutput> template) throws IOException {
        var text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        Files.writeString(FOLDER.resolve(name + ".html"), text.toString());
    }
}
