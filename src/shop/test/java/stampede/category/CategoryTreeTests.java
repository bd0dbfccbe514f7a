package stampede.category;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stampede.catalog.CategoryId;

/** Which category somebody means by a word. */
class CategoryTreeTests {

    private final CategoryTree tree = new CategoryTree(List.of(
            category(1, 0, "茶具", "Tea"),
            category(2, 1, "茶壶", "Pots"),
            category(3, 1, "", "Cups"),
            category(4, 0, "花", "Flowers"),
            category(5, 4, "花瓶", "Pots"),
            category(6, 4, "茶具", "2")));

    @ParameterizedTest
    @CsvSource({
        "茶具, 1",
        "tea, 1",
        "茶具/茶壶, 2",
        "Tea/茶壶, 2",
        "茶具 ／ pots, 2",
        "茶壶, 2",
        "cups, 3",
        "花/Pots, 5",
        "2, 6",
        "5, 5"
    })
    void findsByPathByNameAndById(String written, long id) {
        assertThat(tree.find(written)).extracting(Category::id).containsExactly(new CategoryId(id));
    }

    @Test
    void aNameOfSeveralSaysWhichThereAreAndOneOfNoneNothing() {
        assertThat(tree.find("Pots")).extracting(Category::id).containsExactly(new CategoryId(2), new CategoryId(5));
        assertThat(List.of("Lamps", "茶具/花瓶", "茶具/茶壶/x", "99", "", "/"))
                .allSatisfy(word -> assertThat(tree.find(word)).as(word).isEmpty());
    }

    @Test
    void aPathLeadsBackToItsCategory() {
        assertThat(tree.all())
                .filteredOn(one -> !one.id().equals(new CategoryId(6)))
                .allSatisfy(one -> assertThat(tree.find(tree.path(one))).containsExactly(one));
        assertThat(tree.label(tree.all().get(2), Locale.CHINESE)).isEqualTo("茶具 / Cups");
        assertThat(tree.path(Optional.of(new CategoryId(99)))).isEmpty();
    }

    private static Category category(long id, long parent, String nameZh, String nameEn) {
        return new Category(
                new CategoryId(id),
                parent == 0 ? Optional.empty() : Optional.of(new CategoryId(parent)),
                nameZh,
                nameEn,
                0);
    }
}
