package dev.brickwork.delivery.documents;

import dev.brickwork.delivery.documents.rendering.ForeignPress;
import dev.brickwork.platform.SellerId;
import dev.brickwork.platform.http.Metrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;

/// Writes every variant to a folder, for eyes: `java … dev.brickwork.delivery.documents.LookAt target/pictures`.
final class LookAt {
    private LookAt() {}

    public static void main(String[] arguments) throws Exception {
        var folder = Files.createDirectories(Path.of(arguments[0]));
        for (var variant : Variants.all().entrySet())
            Files.write(folder.resolve(variant.getKey() + ".pdf"), InvoicePdf.of(variant.getValue()));
        Files.write(
                folder.resolve("order.pdf"),
                OrderFormPdf.of(Orders.open(Locale.FRANCE)).bytes());
        Files.write(
                folder.resolve("order-signed.pdf"),
                OrderFormPdf.of(Orders.signed()).bytes());
        var press = new ForeignPress(new Metrics());
        for (int i = 0; i < 3; i++) {
            var start = System.nanoTime();
            var custom = OrderFormPdf.of(
                    Orders.signed(),
                    "<html><body><h1>Special order</h1><p style='color:red;background:url(http://x/)'>Total: <b>0</b></p>"
                            + "<table style='border:1px solid black'><tr><td>A</td><td>B</td></tr></table>漢字 عربي</body></html>",
                    page -> press.print(new SellerId(new UUID(0, 1)), page));
            System.out.println((System.nanoTime() - start) / 1_000_000 + " ms " + custom);
            if (custom instanceof ForeignPress.Outcome.Printed(var pdf))
                Files.write(folder.resolve("order-custom.pdf"), pdf.bytes());
        }
        Files.write(folder.resolve("long.pdf"), InvoicePdf.of(Variants.longOne(300)));
    }
}
