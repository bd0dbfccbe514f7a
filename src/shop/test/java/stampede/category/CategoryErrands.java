package stampede.category;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.CategoryId;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;

/** What operators do to categories by pages, each once on something of its own; answers what the audit log calls that. */
@Component
public class CategoryErrands {

    private static final String PATH = "/console/categories";

    private final Categories categories;
    private final CategoryActs acts;
    private final Accounts accounts;
    private final Ids ids;

    CategoryErrands(Categories categories, CategoryActs acts, Accounts accounts, Ids ids) {
        this.categories = categories;
        this.acts = acts;
        this.accounts = accounts;
        this.ids = ids;
    }

    /** One that no other test has. */
    public Category make(Optional<CategoryId> parent) {
        return acts.add(
                accounts.ensure("category-operator", "a long enough password", Role.OPERATOR),
                new CategoryFields("类" + ids.next(), "", parent));
    }

    /** The second of two, so that there is one before it. */
    public Category second() {
        var top = Optional.of(make(Optional.empty()).id());
        make(top);
        return make(top);
    }

    /** The one in front of it. */
    public Category before(Category category) {
        var beside = categories.tree().beside(category);
        return beside.get(beside.indexOf(category) - 1);
    }

    public String path(Category category) {
        return categories.tree().path(category);
    }

    public String add(ConsoleBrowser operator) {
        var name = "类" + ids.next();
        send(operator, PATH + "/new", PATH, Map.of("nameZh", name));
        return categories.tree().only(name).subject();
    }

    public String change(ConsoleBrowser operator) {
        var category = make(Optional.empty());
        var page = PATH + "/" + category.id();
        var fields = new HashMap<>(categories.tree().fields(category));
        fields.put("nameEn", "Changed " + ids.next());
        fields.put("version", Long.toString(category.version()));
        send(operator, page, page, fields);
        return category.subject();
    }

    public String move(ConsoleBrowser operator) {
        var category = second();
        send(operator, PATH, PATH + "/" + category.id() + "/move", Map.of("act", "UP"));
        return category.subject();
    }

    public String remove(ConsoleBrowser operator) {
        var category = make(Optional.empty());
        var page = PATH + "/" + category.id();
        send(operator, page, page + "/removal", Map.of());
        return category.subject();
    }

    private static void send(ConsoleBrowser operator, String page, String path, Map<String, String> form) {
        var answer = operator.post(page, path, form);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(302);
    }
}
