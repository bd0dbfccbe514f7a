package stampede.purchase;

import static java.util.stream.Collectors.toMap;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.CounterReservationState;
import stampede.counter.StockCounter;
import stampede.ids.Ids;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.order.Rejection;
import stampede.order.ReservationOutcome;
import stampede.ratelimit.RateLimitBuckets;
import stampede.stock.ReservationId;

/**
 * Says how purchases stand: Redis knows the reserved ones, in one trip for all; the database has the last word on the others; and
 * one that neither knows waits for so long and is then called lost.
 */
@Component
class PurchaseProgressReader {

    /** Older than this, an id that nobody knows was never a purchase. */
    private static final Duration MEMORY = Duration.ofDays(1);

    /** Made by a node whose clock is ahead of this one's. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private static final PurchaseProgress LOST = new PurchaseProgress.Refused(PurchaseRefusal.LOST);

    private static final int MISSES_AT_ONCE = 20;

    private static final int MISSES_PER_SECOND = 1;

    private final StockCounter stock;
    private final Orders orders;
    private final Clock clock;
    private final PurchaseProperties properties;
    private final PurchaseIdSigner signer;
    private final PurchaseMeters meters;

    /** What looks for purchases that are not the shopper's cost: each asks Redis and the database. */
    private final RateLimitBuckets misses;

    PurchaseProgressReader(
            StockCounter stock,
            Orders orders,
            Clock clock,
            PurchaseProperties properties,
            PurchaseIdSigner signer,
            PurchaseMeters meters) {
        this.stock = stock;
        this.orders = orders;
        this.clock = clock;
        this.properties = properties;
        this.signer = signer;
        this.meters = meters;
        this.misses = new RateLimitBuckets(MISSES_AT_ONCE, MISSES_PER_SECOND);
    }

    Optional<PurchaseProgress> of(AccountId shopper, PurchaseId purchase) {
        misses.isEmpty(shopper.toString()).ifPresent(wait -> {
            throw new PurchaseRefused(PurchaseRefusal.TOO_MANY_ATTEMPTS, wait);
        });
        var found = Optional.ofNullable(find(List.of(purchase)).get(purchase));
        var progress = found.filter(one -> one.isOf(shopper, purchase, signer)).map(Found::progress);
        if (progress.isEmpty()) {
            misses.take(shopper.toString());
            if (found.filter(one -> !one.isDecided()).isPresent()) {
                throw new QueryTimeoutException("Only the database can know, and it does not answer");
            }
        }
        progress.ifPresent(one -> countIfLost(purchase, one));
        return progress;
    }

    Map<PurchaseId, PurchaseProgress> of(Collection<PurchaseId> purchases) {
        var progress = find(purchases).entrySet().stream()
                .collect(toMap(Map.Entry::getKey, entry -> entry.getValue().progress()));
        progress.forEach(this::countIfLost);
        return progress;
    }

    private void countIfLost(PurchaseId purchase, PurchaseProgress progress) {
        if (progress.equals(LOST)) {
            meters.countLost(purchase);
        }
    }

    private Map<PurchaseId, Found> find(Collection<PurchaseId> purchases) {
        var offers = new HashMap<ReservationId, OfferId>();
        purchases.forEach(purchase -> offers.putIfAbsent(purchase.reservation(), purchase.offer()));
        var states = statesInRedis(offers);
        var found = new HashMap<>(findInRedis(purchases, offers, states));
        var open = purchases.stream()
                .filter(purchase -> !found.containsKey(purchase))
                .toList();
        if (!open.isEmpty()) {
            found.putAll(findInDatabase(open, states.keySet()));
        }
        return found;
    }

    private static Map<PurchaseId, Found> findInRedis(
            Collection<PurchaseId> purchases,
            Map<ReservationId, OfferId> offers,
            Map<ReservationId, CounterReservationState> states) {
        var found = new HashMap<PurchaseId, Found>();
        for (var purchase : purchases) {
            if (purchase.offer().equals(offers.get(purchase.reservation()))) {
                var state = states.get(purchase.reservation());
                if (state instanceof CounterReservationState.Reserved reserved) {
                    found.put(purchase, Found.of(reserved.shopper(), new PurchaseProgress.Reserved(reserved.place())));
                } else if (state instanceof CounterReservationState.Settled settled) {
                    found.put(purchase, Found.of(settled.shopper(), new PurchaseProgress.Placed(order(purchase))));
                }
            }
        }
        return found;
    }

    /** Without those of servers that do not answer: nobody knows what they know. */
    private Map<ReservationId, CounterReservationState> statesInRedis(Map<ReservationId, OfferId> offers) {
        try {
            return stock.states(offers);
        } catch (DataAccessException noRedis) {
            return Map.of();
        }
    }

    /** @param answered of which Redis has said what it knows */
    private Map<PurchaseId, Found> findInDatabase(List<PurchaseId> purchases, Set<ReservationId> answered) {
        try {
            var verdicts = orders.verdicts(purchases.stream()
                    .map(PurchaseProgressReader::order)
                    .distinct()
                    .toList());
            var found = new HashMap<PurchaseId, Found>();
            purchases.forEach(purchase -> judge(
                            purchase,
                            Optional.ofNullable(verdicts.get(order(purchase))),
                            answered.contains(purchase.reservation()))
                    .ifPresent(one -> found.put(purchase, one)));
            return found;
        } catch (DataAccessException | TransactionException noDatabase) {
            return purchases.stream().distinct().collect(toMap(purchase -> purchase, purchase -> Found.UNDECIDED));
        }
    }

    private Optional<Found> judge(PurchaseId purchase, Optional<ReservationOutcome> outcome, boolean redisAnswered) {
        if (outcome.isEmpty()) {
            return unknown(purchase, redisAnswered);
        }
        return outcome.filter(known -> known.offer().equals(purchase.offer()))
                .map(known -> Found.of(known.shopper(), progress(purchase, known)));
    }

    private static PurchaseProgress progress(PurchaseId purchase, ReservationOutcome outcome) {
        if (!outcome.status().isTombstone()) {
            return new PurchaseProgress.Placed(order(purchase));
        }
        if (outcome.status() == OrderStatus.ABANDONED) {
            return LOST;
        }
        return new PurchaseProgress.Refused(
                switch (outcome.rejection().orElse(Rejection.SOLD_OUT)) {
                    case SOLD_OUT -> PurchaseRefusal.SOLD_OUT;
                    case LIMIT_REACHED -> PurchaseRefusal.LIMIT_REACHED;
                    case PRICE_CHANGED -> PurchaseRefusal.PRICE_CHANGED;
                });
    }

    /** Lost is what neither side knows; a Redis that is silent may know it, and its order may still come. */
    private Optional<Found> unknown(PurchaseId purchase, boolean redisAnswered) {
        var age = Duration.ofMillis(
                clock.millis() - Ids.epochMillisOf(purchase.reservation().value()));
        if (age.compareTo(SKEW.negated()) < 0 || age.compareTo(MEMORY) > 0) {
            return Optional.empty();
        }
        var mayStillCome = !redisAnswered || age.compareTo(properties.lostAfter()) < 0;
        return Optional.of(mayStillCome ? Found.WAITING : Found.LOST);
    }

    private static OrderId order(PurchaseId purchase) {
        return new OrderId(purchase.reservation().value());
    }

    /** What was found, and whose it is; where nobody knows that, the id must show it. */
    private record Found(Optional<AccountId> shopper, PurchaseProgress progress, boolean isDecided) {

        static final Found WAITING = new Found(Optional.empty(), new PurchaseProgress.Reserved(Optional.empty()), true);
        static final Found UNDECIDED =
                new Found(Optional.empty(), new PurchaseProgress.Reserved(Optional.empty()), false);
        static final Found LOST = new Found(Optional.empty(), PurchaseProgressReader.LOST, true);

        static Found of(AccountId shopper, PurchaseProgress progress) {
            return new Found(Optional.of(shopper), progress, true);
        }

        boolean isOf(AccountId wanted, PurchaseId purchase, PurchaseIdSigner signer) {
            return shopper.map(wanted::equals).orElseGet(() -> signer.isSigned(purchase, wanted));
        }
    }
}
