package stampede.coupon;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.AuditLogs;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.counter.StockWorkbench;
import stampede.money.Money;
import stampede.order.CouponIssue;
import stampede.order.OrderId;
import stampede.ratelimit.AttemptRateLimiter;
import stampede.simulation.Mutant;

/** The coupon module on the real database, for offers that only the ledger knows, perhaps with one rule of it broken on purpose. */
public final class CouponTwin {

    /** Nothing is published here. */
    private static final OfferPublishing NO_CATALOG = (OfferPublishing) Proxy.newProxyInstance(
            CouponTwin.class.getClassLoader(), new Class<?>[] {OfferPublishing.class}, (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
            });

    public final CouponIssue issue;
    private final SignedIn seller = new SignedIn(new AccountId(StockWorkbench.nextId()), "seller", Role.SELLER);
    private final StockWorkbench bench = StockWorkbench.get();
    private final CouponTermsRepository terms = new CouponTermsRepository(bench.sql);
    private final Coupons coupons;

    public CouponTwin(PlatformTransactionManager transactions, Mutant mutant) {
        var rows = rows(mutant);
        var cache = new CouponTermsCache(terms);
        issue = mutant == Mutant.COUPON_WITHOUT_ROW ? taken -> {} : new CouponIssuing(rows, cache, bench.clock);
        coupons = new Coupons(
                terms,
                rows,
                cache,
                NO_CATALOG,
                new AttemptRateLimiter(bench.redis),
                AuditLogs.on(bench.sql, bench.clock),
                new TransactionTemplate(transactions),
                bench.clock);
    }

    /** Makes an offer of the ledger one of coupons. */
    public void offer(OfferId offer) {
        bench.jdbc.update("update stock_balance set kind = 'COUPON' where offer_id = ?", offer.value());
        terms.add(new CouponTerms(
                offer, seller.id(), "Ten off " + offer, "", new Money(1000), new Money(0), 30, Optional.empty()));
    }

    /** The codes of an order. */
    public List<String> codes(OrderId order) {
        return bench.sql
                .sql("select code from coupon where order_id = :order")
                .param("order", order.value())
                .query(String.class)
                .list();
    }

    /** Whether the coupon of an order was used. */
    public boolean isUsed(OrderId order) {
        return bench.sql
                        .sql("select count(*) from coupon where order_id = :order and used_ms is not null")
                        .param("order", order.value())
                        .query(Integer.class)
                        .single()
                == 1;
    }

    /** What came of using the coupon of an order, or a code that is nobody's. */
    public Optional<CouponRefusal> use(OrderId order) {
        var code = codes(order).stream()
                .findFirst()
                .orElseGet(() -> CouponCode.random().letters());
        try {
            coupons.use(seller, code);
            return Optional.empty();
        } catch (CouponRefused refused) {
            return Optional.of(refused.reason());
        }
    }

    private CouponRepository rows(Mutant mutant) {
        return mutant != Mutant.COUPON_USED_TWICE
                ? new CouponRepository(bench.sql, bench.jdbc)
                : new CouponRepository(bench.sql, bench.jdbc) {
                    @Override
                    boolean use(OrderId order, Instant now, String who) {
                        super.use(order, now, who);
                        return true;
                    }
                };
    }
}
