package stampede.console.help;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.safety.Safelist;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * The runbook that this release came with, as HTML: its headings can be led to as on a page of the repository, one step lower, for the page
 * has a title of its own; links to files that only the repository has are text. Made once, at the start.
 */
@Component
class Runbook {

    private static final Safelist HTML = Safelist.relaxed().removeTags("img").preserveRelativeLinks(true);

    private final String html;

    Runbook() {
        this.html = html(text());
    }

    String html() {
        return html;
    }

    private static String html(String markdown) {
        var extensions = List.of(TablesExtension.create());
        var read = Parser.builder().extensions(extensions).build().parse(markdown);
        var drawn = HtmlRenderer.builder().extensions(extensions).build().render(read);
        var page = Jsoup.parseBodyFragment(Jsoup.clean(drawn, "https://shop.invalid/", HTML));
        page.outputSettings(new Document.OutputSettings().prettyPrint(false));
        page.select("h1").remove();
        page.select("h2, h3").forEach(Runbook::lower);
        page.select("a[href]:not([href^=#], [href^=https:])").unwrap();
        page.select("table").wrap("<div class=\"table-wrap\"></div>");
        return page.body().html();
    }

    private static void lower(Element heading) {
        heading.attr("id", anchor(heading.text()));
        heading.tagName(heading.tagName().equals("h2") ? "h3" : "h4");
    }

    /** As a repository's page makes it. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String text() {
        try {
            return new ClassPathResource("runbook.md", Runbook.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new IllegalStateException("The runbook is not packed", missing);
        }
    }
}
