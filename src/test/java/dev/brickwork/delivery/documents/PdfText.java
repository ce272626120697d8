package dev.brickwork.delivery.documents;

import java.io.IOException;
import java.util.stream.StreamSupport;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.text.PDFTextStripper;

/// The content of a PDF: its words line by line across the page, the same box by box, and how many pages and
/// pictures there are.
public record PdfText(String text, String flow, int pages, int pictures, boolean hasFiles) {
    public static PdfText of(byte[] pdf) throws IOException {
        try (var document = Loader.loadPDF(pdf)) {
            var stripper = new PDFTextStripper();
            var flow = stripper.getText(document);
            stripper.setSortByPosition(true);
            int pictures = 0;
            for (PDPage page : document.getPages())
                pictures += (int) StreamSupport.stream(
                                page.getResources().getXObjectNames().spliterator(), false)
                        .count();
            var names = document.getDocumentCatalog().getNames();
            var hasFiles = names != null && names.getEmbeddedFiles() != null;
            return new PdfText(
                    stripper.getText(document).replace("\r\n", "\n"),
                    flow,
                    document.getNumberOfPages(),
                    pictures,
                    hasFiles);
        }
    }
}
