package stampede.demo;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import stampede.account.Accounts;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.SaleWindow;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;

/**
 * Programs that shop in the demonstration, so that its sale moves when somebody opens it for the first time. They look at the
 * demonstration's own products that sell now, and of each offer buy up to a share that grows with the sale, by the same door as
 * everybody. Most let their orders expire; some pay. Used by one thread.
 */
@Component
@Profile("demo & !production")
class DemoShoppers {

    /** Before their number; nobody shall take them for persons. */
    static final String PREFIX = "demo-bot-";

    /** They own at most this share of an offer. The rest is for persons, so the last unit is never theirs. */
    static final double SHARE = 0.7;

    /** What they take of their share as soon as a sale opens; the rest follows by the clock. */
    private static final double AT_ONCE = 0.15;

    private static final int COUNT = 120;
    private static final int MOST_AT_ONCE = 2;

    /** While they have caught up, one of so many turns brings a purchase. */
    private static final int LEISURE = 4;

    /** The local Alipay forgets no trade, so not many are paid. */
    private static final Duration BETWEEN_PAYMENTS = Duration.ofMinutes(1);

    private static final int MOST_UNPAID = 10;
    private static final String ADDRESS = "Nowhere: a program of the demonstration bought this";

    /** An address for examples (RFC 5737), so that no person shares its limit of attempts. */
    private static final String CLIENT_ADDRESS = "192.0.2.1";

    private static final Set<String> PRODUCTS =
            DemoProduct.ALL.stream().map(DemoProduct::nameZh).collect(Collectors.toSet());

    private final Accounts accounts;
    private final Catalog catalog;
    private final LiveStock stock;
    private final Purchases purchases;
    private final DemoCheckout checkout;
    private final Clock clock;

    /** The youngest purchases, the oldest first; a restart forgets them, and they expire. */
    private final Deque<Bought> bought = new ArrayDeque<>();

    private List<SignedIn> programs = List.of();
    private Instant nextPayment = Instant.EPOCH;

    DemoShoppers(
            Accounts accounts,
            Catalog catalog,
            LiveStock stock,
            Purchases purchases,
            DemoCheckout checkout,
            Clock clock) {
        this.accounts = accounts;
        this.catalog = catalog;
        this.stock = stock;
        this.purchases = purchases;
        this.checkout = checkout;
        this.clock = clock;
    }

    /** Looks at what sells now, and buys and pays a little. */
    void turn() {
        pay();
        catalog.runningSlot()
                .filter(slot -> slot.window().phaseAt(clock.instant()) == SaleWindow.Phase.OPEN)
                .ifPresent(slot -> shop(catalog.offers(slot.id())));
    }

    /** Buys a little of these offers: quicker while they own much less than their share. */
    void shop(List<Offer> offers) {
        var wanted = wanted(offers);
        var missing = wanted.stream().mapToInt(Wanted::units).sum();
        var all = offers.stream().mapToInt(Offer::allotment).sum();
        var eager = missing * 10 > all;
        var presses = eager ? random(MOST_AT_ONCE + 1) : random(LEISURE) / (LEISURE - 1);
        for (var press = 0; press < presses && !wanted.isEmpty(); press++) {
            buy(wanted.remove(random(wanted.size())));
        }
    }

    private List<Wanted> wanted(List<Offer> offers) {
        var now = clock.instant();
        var own = offers.stream()
                .filter(offer -> PRODUCTS.contains(offer.name(Locale.CHINESE)))
                .toList();
        var views = stock.of(own.stream().map(Offer::id).toList());
        var wanted = new ArrayList<Wanted>();
        for (var offer : own) {
            var view = views.get(offer.id());
            if (view != null && view.gate() == StockView.Gate.OPEN) {
                var units = missing(offer.window(), now, view);
                if (units > 0) {
                    wanted.add(new Wanted(offer, units));
                }
            }
        }
        return wanted;
    }

    /** How many units may still be bought by now, persons' purchases counted, so that all nodes together keep to it. */
    static int missing(SaleWindow window, Instant now, StockView stock) {
        var passed = (double) Duration.between(window.opensAt(), now).toMillis()
                / Duration.between(window.opensAt(), window.closesAt()).toMillis();
        var rest = 1 - Math.min(1, Math.max(0, passed));
        var pace = AT_ONCE + (1 - AT_ONCE) * (1 - rest * rest);
        return (int) (stock.total() * SHARE * pace) - (stock.total() - stock.left());
    }

    private void buy(Wanted wanted) {
        if (programs.isEmpty()) {
            programs = accounts.addShoppers(COUNT, PREFIX);
        }
        var program = programs.get(random(programs.size()));
        var units = 1 + random(Math.min(wanted.units(), wanted.offer().limitPerShopper()));
        try {
            var attempt =
                    purchases.admit(program, CLIENT_ADDRESS, wanted.offer().id());
            var purchase = purchases.buy(new PurchaseRequest(
                    attempt,
                    wanted.offer().id(),
                    units,
                    ADDRESS,
                    UUID.randomUUID().toString()));
            bought.add(new Bought(program, purchase));
            if (bought.size() > MOST_UNPAID) {
                bought.remove();
            }
        } catch (PurchaseRefused no) {
            // They have enough, or somebody was quicker.
        }
    }

    /** The oldest of the youngest purchases, which has had some time. */
    private void pay() {
        var now = clock.instant();
        if (bought.size() == MOST_UNPAID && checkout.isLocal() && !now.isBefore(nextPayment)) {
            nextPayment = now.plus(BETWEEN_PAYMENTS);
            pay(bought.remove());
        }
    }

    private void pay(Bought one) {
        purchases.progress(one.program().id(), one.purchase()).ifPresent(progress -> {
            if (progress instanceof Placed placed) {
                checkout.pay(one.program().id(), placed.order());
            }
        });
    }

    private static int random(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }

    private record Wanted(Offer offer, int units) {}

    private record Bought(SignedIn program, PurchaseId purchase) {}
}
