package stampede.product;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.ProductRecord;
import stampede.catalog.ProductState;
import stampede.catalog.Products;
import stampede.category.Categories;
import stampede.category.CategoryTree;

/**
 * Makes, changes and retires products: operators those of all, sellers their own. What is another's is answered as what does not exist.
 * Each act that changes something leaves a row in the audit log.
 */
@Component
public class ProductActs {

    private final Products products;
    private final ProductOwners owners;
    private final Categories categories;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    ProductActs(
            Products products,
            ProductOwners owners,
            Categories categories,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.products = products;
        this.owners = owners;
        this.categories = categories;
        this.audit = audit;
        this.transaction = transaction;
    }

    /**
     * The product.
     *
     * @throws ProductRefused if there is none that they may see
     */
    public ProductRecord find(SignedIn by, ProductId product) {
        return products.find(product, Scope.of(by)).orElseThrow(ProductActs::none);
    }

    /** The product to which its seller gave this key. */
    public Optional<ProductRecord> find(AccountId seller, String sku) {
        return sku.isEmpty() ? Optional.empty() : products.find(seller, sku);
    }

    /** The fields of a product as it is, as this person writes them. */
    public Map<String, String> fields(SignedIn by, ProductRecord product) {
        var fields = fields(product.details());
        if (Scope.of(by).only().isEmpty()) {
            fields.put(ProductFields.SELLER, owners.name(product.seller()));
        }
        return fields;
    }

    /** The fields that everybody has. */
    Map<String, String> fields(ProductDetails details) {
        return ProductFields.of(details, categories.tree());
    }

    /**
     * Makes a product.
     *
     * @param fields by the names of {@link ProductFields}
     * @throws ProductRefused if something in them cannot be
     */
    public ProductRecord add(SignedIn by, Map<String, String> fields) {
        return unique(() -> {
            var wish = wish(by, fields, Optional.empty());
            var id = products.add(wish.owner(), wish.details());
            var added = products.find(id, Scope.of(by)).orElseThrow(ProductActs::none);
            audit.write(
                    by.who(), "PRODUCT_ADDED", subject(id), AuditLog.Change.ofFields(Map.of(), fields(by, added)), "");
            return added;
        });
    }

    /**
     * Changes what is written about it.
     *
     * @param seenVersion the version that was looked at
     * @return the names of the fields that changed; none if it was so already, which is not audited
     * @throws ProductRefused if something cannot be, or somebody else changed it meanwhile
     */
    public List<String> change(SignedIn by, ProductId product, long seenVersion, Map<String, String> fields) {
        return unique(() -> {
            var seen = lock(by, product);
            if (seen.version() != seenVersion) {
                throw new ProductRefused(ProductRefusal.PRODUCT_CHANGED);
            }
            var wish = wish(by, fields, Optional.of(seen));
            var before = fields(by, seen);
            var after = new LinkedHashMap<>(fields(wish.details()));
            if (before.containsKey(ProductFields.SELLER)) {
                after.put(ProductFields.SELLER, owners.name(wish.owner()));
            }
            var changed = after.keySet().stream()
                    .filter(name -> !Objects.equals(before.get(name), after.get(name)))
                    .toList();
            if (!changed.isEmpty()) {
                products.change(product, wish.owner(), wish.details());
                audit.write(by.who(), "PRODUCT_CHANGED", subject(product), AuditLog.Change.ofFields(before, after), "");
            }
            return changed;
        });
    }

    /** Takes it out of what may be put on sale; offers that there are go on. Again it changes nothing. */
    public void retire(SignedIn by, ProductId product) {
        changeState(by, product, ProductState.RETIRED, "PRODUCT_RETIRED");
    }

    /**
     * Removes a product that was never on offer, such as one that was made by mistake.
     *
     * @param reason for the audit log
     * @throws ProductRefused if it was on offer, or there is none that they may see
     */
    public void remove(SignedIn by, ProductId product, String reason) {
        transaction.executeWithoutResult(status -> {
            var seen = lock(by, product);
            if (products.isOffered(product)) {
                throw new ProductRefused(ProductRefusal.PRODUCT_OFFERED);
            }
            products.remove(product);
            audit.write(
                    new AuditLog.Act(by.who(), "PRODUCT_REMOVED", subject(product)).because(reason),
                    AuditLog.Change.ofFields(fields(by, seen), Map.of()));
        });
    }

    /** Whether it is or was on offer, also as a coupon. */
    public boolean isOffered(ProductId product) {
        return products.isOffered(product);
    }

    /** It may be put on sale again. */
    public void restore(SignedIn by, ProductId product) {
        changeState(by, product, ProductState.ACTIVE, "PRODUCT_RESTORED");
    }

    /** In the caller's transaction: nobody else changes it meanwhile. */
    ProductRecord lock(SignedIn by, ProductId product) {
        return products.lock(product, Scope.of(by)).orElseThrow(ProductActs::none);
    }

    static String subject(ProductId product) {
        return "product:" + product;
    }

    private void changeState(SignedIn by, ProductId product, ProductState state, String action) {
        transaction.executeWithoutResult(status -> {
            var seen = lock(by, product);
            if (seen.state() != state) {
                products.changeState(product, state);
                audit.write(by.who(), action, subject(product), AuditLog.Change.of(seen.state(), state), "");
            }
        });
    }

    private Wish wish(SignedIn by, Map<String, String> fields, Optional<ProductRecord> now) {
        var looked = look(by, fields, now);
        return looked.wish().orElseThrow(() -> new ProductRefused(ProductRefusal.PRODUCT_INVALID, looked.problems()));
    }

    /** What a product would be with these fields, or what is wrong with them. */
    Looked look(SignedIn by, Map<String, String> fields, Optional<ProductRecord> now) {
        var tree = categories.tree();
        var checked = ProductFields.read(fields, tree, products::sanitised);
        var problems = new ArrayList<>(checked.problems());
        var owner = owners.find(by, fields.getOrDefault(ProductFields.SELLER, ""), now.map(ProductRecord::seller));
        if (owner.isEmpty()) {
            problems.add(ProductProblem.of(ProductFields.SELLER, "seller"));
        } else {
            now.filter(seen -> !seen.seller().equals(owner.get()) && products.isOffered(seen.id()))
                    .ifPresent(seen -> problems.add(ProductProblem.of(ProductFields.SELLER, "offered")));
            checked.details().ifPresent(details -> check(owner.get(), details, now, problems));
        }
        return problems.isEmpty()
                ? new Looked(
                        Optional.of(
                                new Wish(owner.orElseThrow(), checked.details().orElseThrow())),
                        problems,
                        tree)
                : new Looked(Optional.empty(), problems, tree);
    }

    /** What only the database knows. */
    private void check(
            AccountId owner, ProductDetails details, Optional<ProductRecord> now, List<ProductProblem> problems) {
        find(owner, details.sku())
                .filter(other -> now.isEmpty() || !other.id().equals(now.get().id()))
                .ifPresent(other -> problems.add(ProductProblem.of(ProductFields.SKU, "sku", other.name())));
        now.flatMap(seen -> products.highestPrice(seen.id()))
                .filter(price -> price.compareTo(details.listPrice()) > 0)
                .ifPresent(price -> problems.add(ProductProblem.of(ProductFields.LIST_PRICE, "low", price.toString())));
    }

    /** Of two that take a key at the same moment one is told by the database. */
    private <T> T unique(Supplier<T> work) {
        try {
            return Objects.requireNonNull(transaction.execute(status -> work.get()));
        } catch (DataIntegrityViolationException taken) {
            throw new ProductRefused(
                    ProductRefusal.PRODUCT_INVALID, List.of(ProductProblem.of(ProductFields.SKU, "sku.taken")));
        }
    }

    private static ProductRefused none() {
        return new ProductRefused(ProductRefusal.NO_SUCH_PRODUCT);
    }

    /** What a product is to be. */
    record Wish(AccountId owner, ProductDetails details) {}

    /**
     * What was found out about fields.
     *
     * @param wish empty if something is wrong
     * @param problems what is wrong
     * @param categories as they were then
     */
    record Looked(Optional<Wish> wish, List<ProductProblem> problems, CategoryTree categories) {}
}
