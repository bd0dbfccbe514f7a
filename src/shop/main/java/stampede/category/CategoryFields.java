package stampede.category;

import java.util.List;
import java.util.Optional;
import stampede.catalog.CategoryId;

/**
 * What a category is to be.
 *
 * @param nameZh its Chinese name; one of the two is enough
 * @param nameEn its English name
 * @param parent the one it is to be in; empty at the top
 */
public record CategoryFields(String nameZh, String nameEn, Optional<CategoryId> parent) {

    public static final String NAME_ZH = "nameZh";
    public static final String NAME_EN = "nameEn";
    public static final String PARENT = "parent";

    /** As forms have them. */
    public static final List<String> NAMES = List.of(NAME_ZH, NAME_EN, PARENT);

    private static final int LONGEST_NAME = 60;

    public CategoryFields {
        nameZh = nameZh.strip();
        nameEn = nameEn.strip();
    }

    /** @throws CategoryRefused if a name cannot be */
    void check() {
        CategoryRefused.unless(!nameZh.isEmpty() || !nameEn.isEmpty(), CategoryRefusal.NAME_MISSING, NAME_ZH);
        CategoryRefused.unless(isName(nameZh), CategoryRefusal.BAD_NAME, NAME_ZH);
        CategoryRefused.unless(isName(nameEn), CategoryRefusal.BAD_NAME, NAME_EN);
    }

    /** A slash would be part of a path. */
    private static boolean isName(String name) {
        return name.length() <= LONGEST_NAME
                && name.chars().noneMatch(sign -> sign == '/' || sign == '／' || Character.isISOControl(sign));
    }
}
