package stampede.catalog;

import java.util.Locale;

/**
 * What a product was called when it was bought, in both languages.
 *
 * @param plain where nobody's language is known: in Chinese, or in English if it had no Chinese name
 * @param english in English; empty if it had no English name, or no other
 */
public record ProductName(String plain, String english) {

    /** As it is called now. */
    static ProductName of(ProductFace face) {
        return new ProductName(face.name(), face.nameZh().isEmpty() ? "" : face.nameEn());
    }

    /** In the reader's language, or in the other where it has no name in that. */
    public String in(Locale language) {
        return Bilingual.choose(language, plain, english);
    }
}
