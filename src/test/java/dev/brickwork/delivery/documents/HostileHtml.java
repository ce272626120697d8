package dev.brickwork.delivery.documents;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Attacks: every way that HTML, CSS or XML has to name an address, against a listener
/// and a file; and bombs.
public final class HostileHtml {
    private HostileHtml() {}

    /// Ways in which HTML tries to reach an address, by name.
    ///
    /// @param address what must not be reached: a URL or a file
    public static Map<String, String> reaching(String address) {
        var all = new LinkedHashMap<String, String>();
        elements(all, address);
        styles(all, address);
        xml(all, address);
        return all;
    }

    private static void elements(Map<String, String> all, String at) {
        for (var body : List.of(
                "<img src='%s'/>",
                "<img src=\"%s\" srcset=\"%s 2x\"/>",
                "<IMG SRC='%s'></IMG>",
                "<img/src='%s'/>",
                "<image href='%s'/>",
                "<input type='image' src='%s'/>",
                "<picture><source srcset='%s'/></picture>",
                "<link rel='stylesheet' href='%s'/>",
                "<link rel='stylesheet' type='text/css' media='print' href='%s'/>",
                "<link rel='icon' href='%s'/>",
                "<link rel='attachment' href='%s'/>",
                "<link rel='import' href='%s'/>",
                "<iframe src='%s'></iframe>",
                "<iframe srcdoc=\"&lt;img src='%s'/&gt;\"></iframe>",
                "<frameset><frame src='%s'/></frameset>",
                "<object data='%s'></object>",
                "<object type='text/html' data='%s'></object>",
                "<object type='pdf/background' pdfsrc='%s'></object>",
                "<embed src='%s'/>",
                "<embed type='image/svg+xml' src='%s'/>",
                "<applet code='x' archive='%s'></applet>",
                "<audio src='%s'></audio>",
                "<video src='%s' poster='%s'></video>",
                "<track src='%s'/>",
                "<script src='%s'></script>",
                "<script>fetch('%s')</script>",
                "<script type='module'>import '%s'</script>",
                "<base href='%s'/><img src='x.png'/>",
                "<meta http-equiv='refresh' content='0;url=%s'/>",
                "<meta http-equiv='Link' content='<%s>; rel=stylesheet'/>",
                "<a href='%s' download='x' relation='x'>a</a>",
                "<a href='#' data-uri='%s'>a</a>",
                "<a download='x' href='%s'>attach</a>",
                "<area href='%s' shape='rect'/>",
                "<form action='%s'><button/></form>",
                "<body background='%s'>x</body>",
                "<table background='%s'><tr><td background='%s'>x</td></tr></table>",
                "<svg xmlns='http://www.w3.org/2000/svg'><image href='%s' width='9' height='9'/></svg>",
                "<svg><image xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='%s'/></svg>",
                "<svg><use href='%s#a'/></svg>",
                "<svg><script href='%s'/></svg>",
                "<svg><style>@import '%s';</style></svg>",
                "<svg><foreignObject><img src='%s'/></foreignObject></svg>",
                "<svg><feImage href='%s'/></svg>",
                "<math><mglyph src='%s'/></math>",
                "<math href='%s'><mi>x</mi></math>",
                "<img src='data:image/svg+xml,%%3Csvg xmlns=%%22http://www.w3.org/2000/svg%%22%%3E%%3Cimage href=%%22%s%%22/%%3E%%3C/svg%%3E'/>",
                "<object data='data:text/html,%%3Cimg src=%s%%3E'></object>",
                "<iframe src='data:text/html,%s'></iframe>",
                "<blockquote cite='%s'>q</blockquote>",
                "<q cite='%s'>q</q>",
                "<ins cite='%s'>i</ins>",
                "<html manifest='%s'>x</html>",
                "<head profile='%s'></head>",
                "<command icon='%s'/>",
                "<bgsound src='%s'/>",
                "<xml src='%s'></xml>",
                "<img lowsrc='%s'/>",
                "<img dynsrc='%s'/>",
                "<img longdesc='%s' src='x'/>",
                "<noscript><img src='%s'/></noscript>",
                "<template><img src='%s'/></template>",
                "<img alt='`><img src=%s>`'/>",
                "<!--[if true]><img src='%s'/><![endif]-->",
                "<img src=\"&#102;ile&#58;//x\" title='%s'/>",
                "<textarea><img src='%s'/></textarea>",
                "<title><img src='%s'/></title>",
                "<a href='%s'><img src='%s'/></a>",
                "<img src='jar:%s!/x'/>",
                "<img src='url(%s)'/>",
                "<img src=' %s '/>",
                "<img src='\t%s\n'/>",
                "<img src='//127.0.0.1%s'/>"))
            all.put("element " + body, page(body.replace("%s", at).replace("%%", "%")));
    }

    private static void styles(Map<String, String> all, String at) {
        for (var css : List.of(
                "@import '%s';",
                "@import url('%s');",
                "@import url(%s) print;",
                "@charset 'x'; @import '%s';",
                "@font-face{font-family:x;src:url('%s')} body{font-family:x}",
                "@font-face{font-family:x;src:url(%s) format('truetype');-fs-pdf-font-embed:embed} p{font-family:x}",
                "body{background:url('%s')}",
                "body{background-image:url(%s)}",
                "@page{background:url('%s')}",
                "@page{@top-left{content:url('%s')}}",
                "p::before{content:url('%s')}",
                "li{list-style-image:url('%s')}",
                "li{list-style:square url('%s')}",
                "p{border-image:url('%s') 1}",
                "p{border-image-source:url(%s)}",
                "p{cursor:url('%s')}",
                "p{mask:url('%s')}",
                "p{filter:url('%s#f')}",
                "p{clip-path:url('%s#c')}",
                "p{-fs-page-background:url('%s')}",
                "p{background:\\75 rl('%s')}",
                "p{background:u\\72l(%s)}",
                "p{background:url(  '%s'  )}",
                "p{background:/**/url('%s')}",
                "p{background:image-set('%s' 1x)}",
                "p{content:attr(x,url('%s'))}",
                "p{behavior:url('%s')}",
                "p{-moz-binding:url('%s#x')}",
                "p{src:url('%s')}",
                "p{width:expression(fetch('%s'))}",
                "@media print{p{background:url('%s')}}",
                "@supports(x:y){@import '%s';}",
                "@namespace svg url('%s');",
                "p{--x:url('%s');background:var(--x)}")) {
            var style = css.replace("%s", at);
            all.put("style block " + css, page("<style>" + style + "</style><p>x</p><ul><li>x</li></ul>"));
            var brace = style.indexOf('{');
            if (!css.startsWith("@"))
                all.put(
                        "style attribute " + css,
                        page("<p style=\"" + style.substring(brace + 1, style.lastIndexOf('}')) + "\">x</p>"));
        }
    }

    private static void xml(Map<String, String> all, String at) {
        for (var head : List.of(
                "<?xml version='1.0'?><!DOCTYPE html [<!ENTITY x SYSTEM '%s'>]><html><body>&x;</body></html>",
                "<!DOCTYPE html [<!ENTITY %% p SYSTEM '%s'> %%p;]><html><body>x</body></html>",
                "<!DOCTYPE html SYSTEM '%s'><html><body>x</body></html>",
                "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' '%s'><html><body>x</body></html>",
                "<?xml-stylesheet type='text/css' href='%s'?><html><body>x</body></html>",
                "<?xml-stylesheet type='text/xsl' href='%s'?><html><body>x</body></html>",
                "<html xmlns:xi='http://www.w3.org/2001/XInclude'><body><xi:include href='%s' parse='text'/></body></html>",
                "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='x %s'><body>x</body></html>"))
            all.put("xml " + head, drawable(head.replace("%s", at).replace("%%", "%")));
    }

    static Map<String, String> bombs() {
        var all = new LinkedHashMap<String, String>();
        all.put("deep tables", page("<table><tr><td>".repeat(30) + "x"));
        all.put(
                "wide and deep",
                page(("<table>" + "<tr><td colspan='99' rowspan='99'>x</td></tr>".repeat(2_000) + "</table>")));
        all.put("tall", page("<div style='height:9999999px'>x</div>".repeat(50)));
        all.put("padding", page("<p style='padding:99999999px'>x</p>".repeat(200)));
        all.put("breaks", page("<p style='page-break-after:always'>x</p>".repeat(5_000)));
        all.put("words", page("<p>" + "lorem ipsum dolor ".repeat(14_000) + "</p>"));
        all.put("one word", page("<p>" + "w".repeat(250_000) + "</p>"));
        all.put("spans", page("<span>x</span>".repeat(17_000)));
        all.put("nested spans", page(("<span>".repeat(90) + "x" + "</span>".repeat(90)).repeat(180)));
        all.put(
                "nested tables",
                page(("<table><tr><td>".repeat(12) + "x" + "</td></tr></table>".repeat(12)).repeat(500)));
        all.put("font size", page("<p style='font-size:99999pt'>wwwwwwwwww</p>".repeat(100)));
        all.put("cells", page("<table>" + ("<tr>" + "<td>x</td>".repeat(99) + "</tr>").repeat(240) + "</table>"));
        all.put("lists", page("<ol><li>".repeat(45) + "x".repeat(1000)));
        all.put("borders", page("<div style='border:999px solid red'>".repeat(40) + "x"));
        all.put("line height", page("<p style='line-height:99999'>x<br/>x<br/>x</p>".repeat(1_000)));
        all.put("all scripts", page("<p>" + "漢عا".repeat(20_000) + "</p>"));
        return all;
    }

    /// Without one of our fonts nothing is drawn, and a stolen text would not be seen.
    private static String drawable(String html) {
        return html.replaceFirst("<body>", "<body style=\"font-family:'Brick Sans'\">");
    }

    public static String page(String body) {
        return drawable("<html><body>" + body + "<p>end</p></body></html>");
    }
}
