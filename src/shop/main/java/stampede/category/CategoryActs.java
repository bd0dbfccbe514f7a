package stampede.category;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.CategoryId;
import stampede.ids.Ids;
import stampede.support.DeadlockRetry;

/** Makes, changes, moves and removes categories; each act that changes something leaves a row in the audit log. */
@Service
public class CategoryActs {

    /** More than that nobody finds anything in. */
    static final int MOST = 500;

    private final CategoryRepository categories;
    private final AuditLog audit;
    private final Ids ids;
    private final TransactionTemplate transaction;

    CategoryActs(CategoryRepository categories, AuditLog audit, Ids ids, TransactionTemplate transaction) {
        this.categories = categories;
        this.audit = audit;
        this.ids = ids;
        this.transaction = transaction;
    }

    /**
     * Makes a category, behind those beside it.
     *
     * @throws CategoryRefused if it cannot be
     */
    public Category add(SignedIn by, CategoryFields fields) {
        fields.check();
        return run(() -> {
            var tree = categories.lock();
            CategoryRefused.unless(tree.all().size() < MOST, CategoryRefusal.TOO_MANY_CATEGORIES);
            checkParent(tree, fields);
            var id = new CategoryId(ids.next());
            categories.add(id, fields);
            var now = categories.tree();
            var added = find(now, id);
            write(by, "CATEGORY_ADDED", added, AuditLog.Change.ofFields(Map.of(), now.fields(added)));
            return added;
        });
    }

    /**
     * Changes names, or what it is in. A change that is none leaves no trace.
     *
     * @param seenVersion the version that was looked at
     * @throws CategoryRefused if it cannot be, or somebody else changed it meanwhile
     */
    public Category change(SignedIn by, CategoryId category, long seenVersion, CategoryFields fields) {
        fields.check();
        return run(() -> {
            var tree = categories.lock();
            var seen = find(tree, category);
            CategoryRefused.unless(seen.version() == seenVersion, CategoryRefusal.CATEGORY_CHANGED);
            checkParent(tree, fields);
            checkMove(tree, category, fields);
            var wanted = new Category(category, fields.parent(), fields.nameZh(), fields.nameEn(), seenVersion);
            if (!wanted.equals(seen)) {
                categories.change(seen, fields);
                write(by, "CATEGORY_CHANGED", seen, AuditLog.Change.ofFields(tree.fields(seen), tree.fields(wanted)));
            }
            return find(categories.tree(), category);
        });
    }

    /** Moves it before the one in front of it; the first stays. */
    public void moveUp(SignedIn by, CategoryId category) {
        move(by, category, -1);
    }

    /** Moves it behind the one after it; the last stays. */
    public void moveDown(SignedIn by, CategoryId category) {
        move(by, category, 1);
    }

    /**
     * Removes it for good.
     *
     * @throws CategoryRefused if products or other categories are in it
     */
    public void remove(SignedIn by, CategoryId category) {
        run(() -> {
            var tree = categories.lock();
            var seen = find(tree, category);
            CategoryRefused.unless(!tree.hasChildren(category), CategoryRefusal.CATEGORY_NOT_EMPTY);
            CategoryRefused.unless(!categories.isUsed(category), CategoryRefusal.CATEGORY_IN_USE);
            categories.delete(category);
            write(by, "CATEGORY_REMOVED", seen, AuditLog.Change.ofFields(tree.fields(seen), Map.of()));
            return seen;
        });
    }

    private void move(SignedIn by, CategoryId category, int step) {
        run(() -> {
            var tree = categories.lock();
            var seen = find(tree, category);
            var order = new ArrayList<>(tree.beside(seen));
            var from = order.indexOf(seen);
            var to = from + step;
            if (to >= 0 && to < order.size()) {
                Collections.swap(order, from, to);
                categories.arrange(order);
                write(by, "CATEGORY_MOVED", seen, AuditLog.Change.of("place " + (from + 1), "place " + (to + 1)));
            }
            return seen;
        });
    }

    private static void checkParent(CategoryTree tree, CategoryFields fields) {
        fields.parent().ifPresent(wanted -> {
            var parent = tree.find(wanted);
            CategoryRefused.unless(parent.isPresent(), CategoryRefusal.NO_SUCH_PARENT, CategoryFields.PARENT);
            CategoryRefused.unless(
                    parent.filter(Category::isTop).isPresent(), CategoryRefusal.TOO_DEEP, CategoryFields.PARENT);
        });
    }

    /** What holds others, or would hold itself, stays at the top. */
    private static void checkMove(CategoryTree tree, CategoryId category, CategoryFields fields) {
        var isBelow = fields.parent().isPresent();
        var isItsOwn = fields.parent().filter(category::equals).isPresent();
        CategoryRefused.unless(
                !isBelow || (!isItsOwn && !tree.hasChildren(category)),
                CategoryRefusal.TOO_DEEP,
                CategoryFields.PARENT);
    }

    private static Category find(CategoryTree tree, CategoryId category) {
        return tree.find(category).orElseThrow(() -> new CategoryRefused(CategoryRefusal.NO_SUCH_CATEGORY));
    }

    private void write(SignedIn by, String action, Category category, AuditLog.Change change) {
        audit.write(new AuditLog.Act(by.who(), action, category.subject()), change);
    }

    /** The database says whether a name is taken, by its own idea of which letters are the same. */
    private Category run(Supplier<Category> work) {
        try {
            return DeadlockRetry.run(() -> Objects.requireNonNull(transaction.execute(status -> work.get())));
        } catch (DuplicateKeyException taken) {
            throw CategoryRefused.taken();
        }
    }
}
