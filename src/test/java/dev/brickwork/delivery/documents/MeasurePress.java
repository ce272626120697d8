package dev.brickwork.delivery.documents;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;

/// Prints the CPU time of one thread per document, warm: `java … dev.brickwork.delivery.documents.MeasurePress`.
final class MeasurePress {
    private static final int WARM_UP = 150;
    private static final int RUNS = 40;

    private MeasurePress() {}

    public static void main(String[] arguments) throws Exception {
        var works = new LinkedHashMap<String, Runnable>();
        for (var variant : Variants.all().entrySet()) {
            var paper = variant.getValue();
            works.put(variant.getKey(), () -> InvoicePdf.of(paper));
        }
        var order = Orders.open(Locale.US);
        works.put("order form", () -> OrderFormPdf.of(order));
        var german = Variants.german().made();
        works.put("cii", () -> CiiXml.of(EInvoice.of(german)));
        works.put("ubl", () -> UblXml.of(EInvoice.of(german)));
        works.put("factur-x", () -> FacturX.of(InvoicePdf.of(german), CiiXml.of(EInvoice.of(german))));
        works.put("html only", () -> InvoicePdf.html(german));
        var twenty = Variants.longOne(20);
        works.put("20 lines", () -> InvoicePdf.of(twenty));
        var threads = ManagementFactory.getThreadMXBean();
        for (int i = 0; i < WARM_UP; i++) InvoicePdf.of(german);
        for (var work : works.entrySet()) {
            var times = new long[RUNS];
            for (int i = 0; i < RUNS; i++) {
                long start = threads.getCurrentThreadCpuTime();
                work.getValue().run();
                times[i] = threads.getCurrentThreadCpuTime() - start;
            }
            Arrays.sort(times);
            System.out.println(
                    work.getKey() + ": " + times[RUNS / 2] / 1_000 + " us, p90 " + times[RUNS * 9 / 10] / 1_000);
        }
        var big = Variants.longOne(300);
        InvoicePdf.of(big);
        long start = threads.getCurrentThreadCpuTime();
        int pages = PdfText.of(InvoicePdf.of(big)).pages();
        System.out.println("300 lines: " + (threads.getCurrentThreadCpuTime() - start) / 1_000 + " us, pages " + pages);
    }
}
