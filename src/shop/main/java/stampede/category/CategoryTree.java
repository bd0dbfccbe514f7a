package stampede.category;

import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import stampede.catalog.CategoryId;

/**
 * All categories at one moment.
 *
 * @param all those at the top in their order, each followed by those in it
 */
public record CategoryTree(List<Category> all) {

    public CategoryTree {
        all = List.copyOf(all);
    }

    public Optional<Category> find(CategoryId category) {
        return all.stream().filter(one -> one.id().equals(category)).findFirst();
    }

    /** Those at the top, in their order. */
    public List<Category> top() {
        return all.stream().filter(Category::isTop).toList();
    }

    /** Those beside it, itself among them, in their order. */
    List<Category> beside(Category category) {
        return all.stream()
                .filter(one -> one.parent().equals(category.parent()))
                .toList();
    }

    boolean hasChildren(CategoryId category) {
        return all.stream()
                .anyMatch(one -> one.parent().filter(category::equals).isPresent());
    }

    /** As files and forms write it: {@code 茶具/茶壶}, or {@code 茶具} at the top. */
    public String path(Category category) {
        return parent(category).map(parent -> parent.name() + "/").orElse("") + category.name();
    }

    /** The path of the category; empty if there is none, or not any more. */
    public String path(Optional<CategoryId> category) {
        return category.flatMap(this::find).map(this::path).orElse("");
    }

    /** As people read it. */
    public String label(Category category, Locale language) {
        return parent(category).map(parent -> parent.name(language) + " / ").orElse("") + category.name(language);
    }

    /**
     * The categories that somebody means: by a path or a name, in either language, or by an id.
     *
     * @return one; none if nothing is called so; several if a name alone does not say which
     */
    public List<Category> find(String written) {
        var text = Normalizer.normalize(written, Normalizer.Form.NFKC).strip();
        var parts = text.split("\\s*/\\s*", -1);
        var named = switch (parts.length) {
            case 1 -> named(text);
            case 2 ->
                top().stream()
                        .filter(top -> top.isCalled(parts[0]))
                        .flatMap(top -> in(top).filter(one -> one.isCalled(parts[1])))
                        .toList();
            default -> List.<Category>of();
        };
        return named.isEmpty() && text.matches("[1-9]\\d{0,17}")
                ? find(CategoryId.of(text)).stream().toList()
                : named;
    }

    /**
     * The one that is meant.
     *
     * @throws CategoryRefused if there is none, or several
     */
    public Category only(String written) {
        var meant = find(written);
        CategoryRefused.unless(meant.size() == 1, CategoryRefusal.NO_SUCH_CATEGORY);
        return meant.get(0);
    }

    /** One at the top goes before those within others. */
    private List<Category> named(String name) {
        var top = top().stream().filter(one -> one.isCalled(name)).toList();
        return top.isEmpty() ? all.stream().filter(one -> one.isCalled(name)).toList() : top;
    }

    private Stream<Category> in(Category top) {
        return all.stream().filter(one -> one.parent().filter(top.id()::equals).isPresent());
    }

    /**
     * The one at the top that is called so in some language, or has this id; empty if nothing is written.
     *
     * @throws CategoryRefused if there is none
     */
    public Optional<CategoryId> parent(String written) {
        if (written.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(top().stream()
                .filter(one ->
                        one.isCalled(written.strip()) || one.id().toString().equals(written.strip()))
                .findFirst()
                .map(Category::id)
                .orElseThrow(CategoryRefused::noParent));
    }

    /** By name, for forms and for the audit log; the one that it is in by its own name. */
    public Map<String, String> fields(Category category) {
        var fields = new LinkedHashMap<String, String>();
        fields.put(CategoryFields.NAME_ZH, category.nameZh());
        fields.put(CategoryFields.NAME_EN, category.nameEn());
        fields.put(CategoryFields.PARENT, parent(category).map(Category::name).orElse(""));
        return fields;
    }

    private Optional<Category> parent(Category category) {
        return category.parent().flatMap(this::find);
    }
}
