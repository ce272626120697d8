package dev.brickwork.delivery.documents.rendering;

import com.openhtmltopdf.bidi.BidiReorderer;
import com.openhtmltopdf.css.style.CalculatedStyle;
import com.openhtmltopdf.layout.Layer;
import com.openhtmltopdf.pdfboxout.PdfBoxFontContext;
import com.openhtmltopdf.pdfboxout.PdfBoxRenderer;
import com.openhtmltopdf.render.PageBox;
import com.openhtmltopdf.render.RenderingContext;
import com.openhtmltopdf.render.displaylist.DisplayListCollector;
import com.openhtmltopdf.render.displaylist.DisplayListContainer.DisplayListPageContainer;
import com.openhtmltopdf.render.displaylist.DisplayListPainter;
import java.io.IOException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDPageContentStream.AppendMode;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/// Draws the pages that the renderer has laid out, with the renderer's own hands. It could do so itself, but then
/// also describes the document, and [PdfAMetadata] does that in a tenth of the time.
final class Drawing {
    private static final int NO_OVERFLOW = -1;

    private final PdfBoxRenderer renderer;
    private final PDDocument document;
    private final RenderingContext context;

    Drawing(PdfBoxRenderer renderer, PDDocument document, BidiReorderer reorderer, int firstPage) {
        this.renderer = renderer;
        this.document = document;
        this.context = renderer.getSharedContext().newRenderingContextInstance();
        context.setFontContext(new PdfBoxFontContext());
        context.setOutputDevice(renderer.getOutputDevice());
        context.setBidiReorderer(reorderer);
        context.setInitialPageNo(firstPage);
        context.setFastRenderer(true);
    }

    void draw() throws IOException {
        var root = renderer.getRootBox();
        var layer = root.getLayer();
        var pages = layer.getPages();
        context.setRootLayer(layer);
        context.setPageCount(pages.size());
        var device = renderer.getOutputDevice();
        device.setRenderingContext(context);
        device.setRoot(root);
        device.start(renderer.getDocument());
        layer.assignPagePaintingPositions(context, Layer.PAGED_MODE_PRINT);
        var contents = new DisplayListCollector(pages).collectRoot(context, layer);
        for (int i = 0; i < pages.size(); i++) {
            context.setPage(i, pages.get(i));
            context.setShadowPageNumber(NO_OVERFLOW);
            pages.get(i).setBasePagePdfPageIndex(i);
            draw(pages.get(i), contents.getPageInstructions(i));
        }
        device.finish(context, root);
    }

    private void draw(PageBox page, DisplayListPageContainer content) throws IOException {
        var width = page.getWidth(context) / renderer.getDotsPerPoint();
        var height = page.getHeight(context) / renderer.getDotsPerPoint();
        var sheet = new PDPage(new PDRectangle(width, height));
        document.addPage(sheet);
        var device = renderer.getOutputDevice();
        try (var stream = new PDPageContentStream(document, sheet, AppendMode.APPEND, true)) {
            device.initializePage(stream, sheet, height);
            page.paintBackground(context, 0, Layer.PAGED_MODE_PRINT);
            context.setInPageMargins(true);
            page.paintMarginAreas(context, 0, Layer.PAGED_MODE_PRINT);
            context.setInPageMargins(false);
            page.paintBorder(context, 0, Layer.PAGED_MODE_PRINT);
            drawInside(page, content);
            device.finishPage();
        }
    }

    private void drawInside(PageBox page, DisplayListPageContainer content) {
        var device = renderer.getOutputDevice();
        int left = page.getMarginBorderPadding(context, CalculatedStyle.LEFT);
        int top = page.getMarginBorderPadding(context, CalculatedStyle.TOP) - page.getPaintingTop();
        device.pushClip(page.getPrintClippingBounds(context));
        device.translate(left, top);
        new DisplayListPainter().paint(context, content);
        device.translate(-left, -top);
        device.popClip();
    }
}
