package stampede.category;

import java.util.Locale;
import java.util.Optional;
import stampede.catalog.Bilingual;
import stampede.catalog.CategoryId;

/**
 * A category of products.
 *
 * @param id its id
 * @param parent the one it is in; empty at the top
 * @param nameZh its Chinese name; empty if it has an English one only
 * @param nameEn its English name; empty if it has a Chinese one only
 * @param version grows with each change of its names or its parent
 */
public record Category(CategoryId id, Optional<CategoryId> parent, String nameZh, String nameEn, long version) {

    /** What it is called where nobody's language is known. */
    public String name() {
        return name(Locale.CHINESE);
    }

    public String name(Locale language) {
        return Bilingual.choose(language, nameZh, nameEn);
    }

    public boolean isTop() {
        return parent.isEmpty();
    }

    /** Whether somebody means it by this word, in either language. */
    boolean isCalled(String word) {
        return !word.isEmpty() && (nameZh.equalsIgnoreCase(word) || nameEn.equalsIgnoreCase(word));
    }

    /** How records of what was done to it name it. */
    String subject() {
        return "category:" + id;
    }
}
