package dev.brickwork.delivery.documents.rendering;

import com.openhtmltopdf.css.parser.CSSParser;
import com.openhtmltopdf.css.sheet.Stylesheet;
import com.openhtmltopdf.css.sheet.StylesheetInfo;
import com.openhtmltopdf.simple.extend.XhtmlNamespaceHandler;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.w3c.dom.Document;

/// Dresses every page in the style sheet of our papers, and in no other. The sheet is parsed once and only read
/// afterwards, as the renderer itself does with its own.
final class PaperStyle extends XhtmlNamespaceHandler {
    private static final String NAME = "paper.css";
    private static final Stylesheet SHEET = parsed();

    @Override
    public StylesheetInfo[] getStylesheets(Document page) {
        var info = new StylesheetInfo();
        info.setUri(NAME);
        info.setOrigin(StylesheetInfo.AUTHOR);
        info.setMedia("all");
        info.setStylesheet(SHEET);
        return new StylesheetInfo[] {info};
    }

    private static Stylesheet parsed() {
        var parser = new CSSParser((_, fault) -> {
            throw new IllegalStateException(fault);
        });
        try {
            return parser.parseStylesheet(
                    NAME, StylesheetInfo.AUTHOR, new StringReader(Resources.text("/templates/" + NAME)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
