package stampede.coupon;

import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.account.Username;
import stampede.audit.AuditLog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.order.OrderId;
import stampede.ratelimit.AttemptRateLimiter;
import stampede.ratelimit.RateLimit;
import stampede.ratelimit.RateLimitKey;

/** What sellers do with their coupons and shoppers have of them. What is out of scope does not exist. */
@Service
public class Coupons {

    /** Of codes that are not right: nobody finds one of 2^55 by trying. */
    private static final RateLimit CODES = new RateLimit(20, Duration.ofSeconds(3));

    private final CouponTermsRepository offers;
    private final CouponRepository coupons;
    private final CouponTermsCache terms;
    private final OfferPublishing catalog;
    private final AttemptRateLimiter limiter;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public Coupons(
            CouponTermsRepository offers,
            CouponRepository coupons,
            CouponTermsCache terms,
            OfferPublishing catalog,
            AttemptRateLimiter limiter,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.offers = offers;
        this.coupons = coupons;
        this.terms = terms;
        this.catalog = catalog;
        this.limiter = limiter;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Puts a coupon on offer. Audited.
     *
     * @param seller whose it is
     * @throws CouponRefused if something in it cannot be
     */
    public OfferId publish(SignedIn seller, NewCoupon coupon) {
        return publish(seller, seller.id(), coupon);
    }

    /** The same for a seller by an operator. */
    public OfferId publish(SignedIn by, AccountId seller, NewCoupon coupon) {
        var window = CouponRules.windowOf(coupon, clock.instant());
        var wanted = new OfferPublishing.NewCoupon(
                seller, coupon.name(), coupon.description(), coupon.faceValue(), window, coupon.amount());
        try {
            return transaction.execute(status -> {
                var offer = catalog.publishCoupon(wanted);
                offers.add(terms(offer, seller, coupon));
                audit.write(
                        by.who(),
                        "COUPON_OFFERED",
                        "offer:" + offer,
                        AuditLog.Change.of("", coupon.amount()),
                        coupon.name() + ", " + coupon.faceValue());
                return offer;
            });
        } catch (DuplicateKeyException named) {
            throw new CouponRefused(CouponRefusal.COUPON_NAME_TAKEN);
        }
    }

    /** Why it cannot be put on offer as things are; empty if it can, unless its name is taken. */
    public Optional<CouponRefusal> problem(NewCoupon coupon) {
        try {
            CouponRules.windowOf(coupon, clock.instant());
            return Optional.empty();
        } catch (CouponRefused refused) {
            return Optional.of(refused.reason());
        }
    }

    /** A seller's coupons of these names, by their names. */
    public Map<String, CouponOffer> offers(AccountId seller, Collection<String> names) {
        return offers.offers(seller, names).stream()
                .collect(Collectors.toMap(offer -> offer.terms().name(), Function.identity()));
    }

    /** A seller's coupon by its name, from memory once it was found; empty as well for a name that no coupon can have. */
    public Optional<OfferId> find(Username seller, String name) {
        return CouponRules.isName(name) ? terms.find(seller, name) : Optional.empty();
    }

    /** A coupon on offer, as its seller sees it. */
    public Optional<CouponOffer> offer(Scope scope, OfferId offer) {
        return offers.offer(scope, offer);
    }

    /** Coupons on offer, stopped or over, the newest first; {@code page} counts from 0. */
    public CouponPage<CouponOffer> offers(Scope scope, int page, int size) {
        return new CouponPage<>(offers.offers(scope, (long) page * size, size), page, size, offers.count(scope));
    }

    /** Who has one of these, the newest first; {@code page} counts from 0. */
    public List<Coupon> given(Scope scope, OfferId offer, int page, int size) {
        return offers.offer(scope, offer).isPresent() ? coupons.of(offer, (long) page * size, size) : List.of();
    }

    /** What a shopper has, the newest first; {@code page} counts from 0. */
    public CouponPage<Coupon> of(AccountId owner, int page, int size) {
        return new CouponPage<>(coupons.of(owner, (long) page * size, size), page, size, coupons.count(owner));
    }

    /** Those of these offers of which a shopper has a coupon. */
    public Set<OfferId> had(AccountId owner, Collection<OfferId> offers) {
        return coupons.had(owner, offers);
    }

    /** The coupon of this order, if it is theirs. */
    public Optional<Coupon> find(AccountId owner, OrderId order) {
        return coupons.find(owner, order);
    }

    /**
     * Takes a coupon at the counter, once. Audited, without the code.
     *
     * @param by its seller, or an operator
     * @param text the code as it was typed
     * @throws CouponRefused if there is no such coupon of theirs, it was used before or is not valid any more; or after twenty
     *     wrong ones within a minute
     */
    public Coupon use(SignedIn by, String text) {
        var attempt = new RateLimitKey("coupon-use:" + by.id(), CODES);
        limiter.take(List.of(attempt)).ifPresent(wait -> {
            throw new CouponRefused(CouponRefusal.TOO_MANY_CODES, wait);
        });
        var code = CouponCode.read(text).orElseThrow(() -> new CouponRefused(CouponRefusal.NO_SUCH_COUPON));
        var coupon =
                coupons.find(Scope.of(by), code).orElseThrow(() -> new CouponRefused(CouponRefusal.NO_SUCH_COUPON));
        limiter.giveBack(attempt);
        return transaction.execute(status -> use(by, coupon));
    }

    private Coupon use(SignedIn by, Coupon coupon) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (!coupons.use(coupon.order(), now, by.who())) {
            throw new CouponRefused(
                    now.isBefore(coupon.validUntil()) ? CouponRefusal.COUPON_USED : CouponRefusal.COUPON_EXPIRED);
        }
        audit.write(
                by.who(),
                "COUPON_USED",
                "coupon:" + coupon.order(),
                AuditLog.Change.of(Coupon.State.UNUSED, Coupon.State.USED),
                coupon.terms().name());
        return new Coupon(
                coupon.order(),
                coupon.owner(),
                coupon.code(),
                coupon.terms(),
                coupon.takenAt(),
                coupon.validUntil(),
                Optional.of(now));
    }

    private static CouponTerms terms(OfferId offer, AccountId seller, NewCoupon coupon) {
        return new CouponTerms(
                offer,
                seller,
                coupon.name(),
                coupon.description(),
                coupon.faceValue(),
                coupon.minimumSpend(),
                coupon.validDays(),
                coupon.validUntil());
    }
}
