package stampede.draft;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.setting.Settings;
import stampede.staff.SellerPolicy;
import stampede.staff.SellerProperties;

/** Sellers, products and windows of a test's own, and the shop as if its settings were others. */
@Component
public class DraftDesk {

    private static final Duration LENGTH = Duration.ofHours(1);

    private final Accounts accounts;
    private final OfferPublishing publishing;
    private final OfferDraftRepository repository;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final JdbcClient sql;
    private final Ids ids;
    private final Clock clock;

    DraftDesk(
            Accounts accounts,
            OfferPublishing publishing,
            OfferDraftRepository repository,
            AuditLog audit,
            TransactionTemplate transaction,
            JdbcClient sql,
            Ids ids,
            Clock clock) {
        this.accounts = accounts;
        this.publishing = publishing;
        this.repository = repository;
        this.audit = audit;
        this.transaction = transaction;
        this.sql = sql;
        this.ids = ids;
        this.clock = clock;
    }

    public SignedIn seller() {
        return accounts.ensure("s" + ids.next(), "a long enough password", Role.SELLER);
    }

    public SignedIn operator() {
        return accounts.ensure("draft-operator", "a long enough password", Role.OPERATOR);
    }

    /** A product of ¥99.00. */
    public ProductId product(AccountId seller) {
        return publishing.addProduct(new OfferPublishing.NewProduct(
                seller, "Draft " + ids.next(), "<p>Fine</p>", "/pictures/celadon-teapot.svg", new Money(9_900)));
    }

    /** The same with a key, named after it. */
    ProductId product(AccountId seller, String sku) {
        return publishing.addProduct(new OfferPublishing.NewProduct(
                seller,
                new ProductDetails("", "Named " + sku, "", "", new Money(9_900), sku),
                "/pictures/celadon-teapot.svg"));
    }

    /** A window that nobody else's test has. */
    public SaleWindow window(Duration fromNow) {
        var opens = Instant.ofEpochMilli(clock.millis() + fromNow.toMillis() + ids.next() % 20_000);
        return new SaleWindow(opens, opens.plus(LENGTH));
    }

    /** The same, with a slot. */
    public SaleWindow slot(Duration fromNow) {
        var window = window(fromNow);
        publishing.slot(window);
        return window;
    }

    public DraftTerms terms(ProductId product, SaleWindow window) {
        return new DraftTerms(product, window, new Money(1_990), 5, 2, 0);
    }

    /** A seller's, of a product of theirs in a slot in two hours. */
    public DraftTerms terms(SignedIn seller) {
        return terms(product(seller.id()), slot(Duration.ofHours(2)));
    }

    OfferDrafts drafts(SellerProperties properties) {
        return new OfferDrafts(
                repository,
                new DraftRules(repository, new SellerPolicy(properties, new Settings()), clock),
                audit,
                ids,
                transaction,
                clock);
    }

    OfferSubmissions submissions(SellerProperties properties) {
        return submissions(properties, clock);
    }

    OfferSubmissions submissions(SellerProperties properties, Clock at) {
        return new OfferSubmissions(
                repository,
                new DraftRules(repository, new SellerPolicy(properties, new Settings()), at),
                publishing,
                audit,
                transaction,
                at);
    }

    /** The defaults, but for what is asked for. */
    static SellerProperties properties(boolean approval, boolean ownWindows, int offersPerSlot) {
        return new SellerProperties(
                SellerProperties.Registration.APPROVAL,
                approval,
                ownWindows,
                Duration.ofMinutes(10),
                offersPerSlot,
                10_000);
    }

    /** How often the product is on offer. */
    int offers(ProductId product) {
        return sql.sql("select count(*) from offer where product_id = ?")
                .param(product.value())
                .query(Integer.class)
                .single();
    }

    /** What the audit log has of it: action, before and after, oldest first. */
    List<String> audited(String subject) {
        return sql.sql("""
                select concat(action, ': ', value_before, ' -> ', value_after) from operator_audit
                 where subject = ? order by id
                """).param(subject).query(String.class).list();
    }
}
