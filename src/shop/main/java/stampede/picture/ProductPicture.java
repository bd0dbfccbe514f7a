package stampede.picture;

import java.util.Locale;
import stampede.catalog.Bilingual;

/**
 * A picture of a product.
 *
 * @param picture the picture
 * @param place from 1 on, the first of the product's pictures first
 * @param altZh what it shows, in Chinese; empty if nobody said
 * @param altEn what it shows, in English; empty if nobody said
 */
public record ProductPicture(Picture picture, int place, String altZh, String altEn) {

    /** What it shows, in the language or else in the other; the product's name if nobody said. */
    public String alt(Locale language, String productName) {
        var said = Bilingual.choose(language, altZh, altEn);
        return said.isEmpty() ? productName : said;
    }
}
