package stampede.catalog.publishing;

import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.safety.Safelist;
import org.springframework.util.Assert;
import stampede.catalog.OfferPublishing;

/** What a product must be like, and what is taken out of its description. */
final class ProductRules {

    private static final int LONGEST_NAME = 120;
    private static final int LONGEST_DESCRIPTION = 20_000;
    private static final int LONGEST_PICTURE = 200;

    /** A path on this site: pictures from elsewhere could change, spy or vanish. */
    private static final Pattern PICTURE = Pattern.compile("(?:/[A-Za-z0-9_-]++)+\\.(?:svg|png|jpg|webp)");

    /** Text, lists, tables and links; no pictures, no styles, nothing that runs. */
    private static final Safelist HARMLESS = Safelist.basic()
            .addTags("h3", "h4", "hr", "table", "thead", "tbody", "tr", "th", "td")
            .addAttributes(":all", "lang")
            .addAttributes("th", "scope", "colspan")
            .addAttributes("td", "colspan");

    private ProductRules() {}

    /**
     * The product as it may be stored.
     *
     * @throws IllegalArgumentException if it may not, with a sentence that says why
     */
    static OfferPublishing.NewProduct checked(OfferPublishing.NewProduct product) {
        var name = product.name().strip();
        Assert.isTrue(!name.isEmpty(), "A product needs a name.");
        Assert.isTrue(name.length() <= LONGEST_NAME, "A product's name has at most " + LONGEST_NAME + " characters.");
        Assert.isTrue(
                product.descriptionHtml().length() <= LONGEST_DESCRIPTION,
                "A description has at most 20,000 characters.");
        Assert.isTrue(
                product.picture().length() <= LONGEST_PICTURE
                        && PICTURE.matcher(product.picture()).matches(),
                "A picture is a path on this site that ends in .svg, .png, .jpg or .webp.");
        Assert.isTrue(product.listPrice().fen() > 0, "The list price is at least one fen.");
        return new OfferPublishing.NewProduct(
                product.seller(), name, sanitised(product.descriptionHtml()), product.picture(), product.listPrice());
    }

    static String sanitised(String html) {
        return Jsoup.clean(html, "", HARMLESS, new Document.OutputSettings().prettyPrint(false));
    }
}
