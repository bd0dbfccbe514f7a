package stampede.catalog;

import java.util.List;
import java.util.Locale;

/**
 * What shoppers see of a product, in both languages. Where one is missing the other is shown.
 *
 * @param nameZh its Chinese name
 * @param nameEn its English name
 * @param descriptionZh sanitised HTML in Chinese
 * @param descriptionEn sanitised HTML in English
 * @param drawing path of what is shown while it has no picture, such as {@code /pictures/teapot.svg}
 * @param pictures drawn from what people uploaded, in their order
 */
public record ProductFace(
        String nameZh,
        String nameEn,
        String descriptionZh,
        String descriptionEn,
        String drawing,
        List<ShownPicture> pictures) {

    private static final int LARGE = 640;

    public ProductFace {
        pictures = List.copyOf(pictures);
    }

    /** A product with one name for both languages, and a drawing. */
    public static ProductFace of(String name, String descriptionHtml, String drawing) {
        return new ProductFace(name, "", descriptionHtml, "", drawing, List.of());
    }

    /** What it is called where nobody's language is known. */
    public String name() {
        return name(Locale.CHINESE);
    }

    public String name(Locale language) {
        return Bilingual.choose(language, nameZh, nameEn);
    }

    public String description() {
        return description(Locale.CHINESE);
    }

    public String description(Locale language) {
        return Bilingual.choose(language, descriptionZh, descriptionEn);
    }

    /** Path of its first picture, or of its drawing. */
    public String picture() {
        return pictures.isEmpty() ? drawing : pictures.get(0).path(LARGE);
    }
}
