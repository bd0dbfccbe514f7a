package stampede.catalog.publishing;

import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.safety.Safelist;
import org.springframework.util.Assert;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;

/** What a product must be like, and what is taken out of its description. */
final class ProductRules {

    private static final int LONGEST_NAME = 120;
    private static final int LONGEST_DESCRIPTION = 20_000;
    private static final int LONGEST_SKU = 64;
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
        Assert.isTrue(
                product.picture().length() <= LONGEST_PICTURE
                        && PICTURE.matcher(product.picture()).matches(),
                "A picture is a path on this site that ends in .svg, .png, .jpg or .webp.");
        return new OfferPublishing.NewProduct(product.seller(), checked(product.details()), product.picture());
    }

    /**
     * What is written about a product as it may be stored.
     *
     * @throws IllegalArgumentException if it may not, with a sentence that says why
     */
    static ProductDetails checked(ProductDetails details) {
        var nameZh = details.nameZh().strip();
        var nameEn = details.nameEn().strip();
        Assert.isTrue(!nameZh.isEmpty() || !nameEn.isEmpty(), "A product needs a name.");
        Assert.isTrue(
                nameZh.length() <= LONGEST_NAME && nameEn.length() <= LONGEST_NAME,
                "A product's name has at most " + LONGEST_NAME + " characters.");
        Assert.isTrue(
                details.descriptionZh().length() <= LONGEST_DESCRIPTION
                        && details.descriptionEn().length() <= LONGEST_DESCRIPTION,
                "A description has at most 20,000 characters.");
        Assert.isTrue(details.listPrice().fen() > 0, "The list price is at least one fen.");
        Assert.isTrue(details.sku().length() <= LONGEST_SKU, "A seller's key has at most 64 characters.");
        return new ProductDetails(
                nameZh,
                nameEn,
                sanitised(details.descriptionZh()),
                sanitised(details.descriptionEn()),
                details.listPrice(),
                details.sku().strip(),
                details.category());
    }

    static String sanitised(String html) {
        return Jsoup.clean(html, "", HARMLESS, new Document.OutputSettings().prettyPrint(false));
    }
}
