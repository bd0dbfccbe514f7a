package stampede.load;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.AccessTokenIssuer;
import tools.jackson.databind.JsonNode;

/** Lets a crowd loose on one offer of a running shop, then asks the books. Ends with 0 only if every promise was kept. */
public final class StressTest {

    private static final Duration TOKEN_LIFETIME = Duration.ofMinutes(30);
    private static final Duration UNTIL_ON_SALE = Duration.ofSeconds(30);
    private static final Duration UNTIL_ENDED = Duration.ofMinutes(4);
    private static final Duration UNTIL_QUIET = Duration.ofMinutes(1);

    private final StressPlan plan;
    private final ShopApi shop;
    private final AnswerTally answerTally = new AnswerTally();

    private StressTest(StressPlan plan) {
        this.plan = plan;
        this.shop = new ShopApi(plan.shop());
    }

    /** Takes the numbers of shoppers and units; everything else comes from the environment. */
    public static void main(String[] arguments) throws Exception {
        System.exit(new StressTest(StressPlan.of(arguments)).run() ? 0 : 1);
    }

    private boolean run() throws IOException, InterruptedException, SQLException {
        var operator = System.getenv("STRESS_TOKEN");
        if (operator == null) {
            operator = shop.signIn(plan.operator(), plan.password());
        }
        say(
                "%d shoppers want %d units at %s, %d at a time",
                plan.shoppers(), plan.units(), plan.shop(), plan.threads());
        var shoppers = shoppers(operator);
        var offer = shop.publish(operator, plan.units());
        awaitOnSale(operator, offer);
        say("Offer %s is on sale", offer);
        rush(offer, shoppers);
        var purchaseOutcomes = new PurchaseOutcomes(shop, shoppers);
        purchaseOutcomes.await(
                answerTally.accepted(), UNTIL_ENDED, open -> say("%d purchases wait for their order", open));
        var books = quietBooks(operator, offer);
        var orders = OrderCount.of(plan, offer);
        figures(purchaseOutcomes, orders);
        var verdict = verdict(purchaseOutcomes, orders).checkBooks(books);
        verdict.print(System.out);
        return verdict.holds();
    }

    private List<Shopper> shoppers(String operator) throws IOException, InterruptedException {
        var tokens = AccessTokenIssuer.signedWith(plan.signingKey(), TOKEN_LIFETIME);
        var shoppers = new ArrayList<Shopper>();
        for (var account : shop.addShoppers(operator, plan.shoppers()).path("items")) {
            var id = AccountId.of(account.path("id").asString());
            var token = tokens.issue(new SignedIn(id, account.path("username").asString(), Role.SHOPPER));
            shoppers.add(new Shopper(shoppers.size(), token, UUID.randomUUID().toString()));
        }
        if (shoppers.size() != plan.shoppers()) {
            throw new IOException("The shop made " + shoppers.size() + " accounts");
        }
        say("%d accounts are there", shoppers.size());
        return shoppers;
    }

    /** Opening takes a moment: the counter has to be loaded, and every node has to hear of the offer. */
    private void awaitOnSale(String operator, String offer) throws InterruptedException, IOException {
        var until = System.nanoTime() + UNTIL_ON_SALE.toNanos();
        while (!isOnSale(operator, offer)) {
            if (System.nanoTime() > until) {
                throw new IOException("Offer " + offer + " did not get on sale within " + UNTIL_ON_SALE);
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private boolean isOnSale(String operator, String offer) throws InterruptedException {
        try {
            return shop.offer(offer).path("status").asString("").equals("ON_SALE")
                    && StressVerdict.agrees(shop.books(operator, offer));
        } catch (IOException notYet) {
            return false;
        }
    }

    private void rush(String offer, List<Shopper> shoppers) throws IOException {
        var since = System.nanoTime();
        var progress = Executors.newSingleThreadScheduledExecutor();
        var ticking = progress.scheduleAtFixedRate(() -> progress(since, offer), 1, 1, TimeUnit.SECONDS);
        try {
            new OpeningRush(plan, offer, answerTally).run(shoppers);
            progress(since, offer);
        } finally {
            ticking.cancel(true);
            progress.shutdownNow();
        }
    }

    /** After the last answer JMeter is busy with its report for a while. */
    private void progress(long since, String offer) {
        say(
                "%4d s  %d of %d answered, %d accepted, refused %s, put off %s, orders %s%s",
                Duration.ofNanos(System.nanoTime() - since).toSeconds(),
                answerTally.done(),
                plan.shoppers(),
                answerTally.accepted().size(),
                answerTally.refusals(),
                answerTally.putOffs(),
                ordersNow(offer),
                answerTally.done() < plan.shoppers() ? "" : "; JMeter's report is being written");
    }

    private String ordersNow(String offer) {
        try {
            return Long.toString(OrderCount.of(plan, offer).placed());
        } catch (SQLException unknown) {
            return "unknown";
        }
    }

    /** The books come to rest a moment after the last order: its reservation has still to be settled in Redis. */
    private JsonNode quietBooks(String operator, String offer) throws IOException, InterruptedException {
        var until = System.nanoTime() + UNTIL_QUIET.toNanos();
        var books = shop.books(operator, offer);
        while (!StressVerdict.agrees(books) && System.nanoTime() < until) {
            TimeUnit.SECONDS.sleep(1);
            books = shop.books(operator, offer);
        }
        return books;
    }

    private void figures(PurchaseOutcomes purchaseOutcomes, OrderCount orders) {
        say("");
        say("answers       %d accepted, refused %s", answerTally.accepted().size(), answerTally.refusals());
        say("put off       %s", answerTally.putOffs());
        say("accepted      became %s", purchaseOutcomes.counts());
        say(
                "throughput    %.0f answers a second, %.0f accepted a second",
                answerTally.answersPerSecond(), answerTally.acceptedPerSecond());
        say("latency       all: %s; accepted: %s", answerTally.latency(), answerTally.acceptedLatency());
        say(
                "orders        %d in %d ms by the database, %.0f persisted a second",
                orders.placed(), orders.spanMs(), orders.perSecond());
        say("report        %s", plan.directory().resolve("report/index.html"));
        say("");
    }

    private StressVerdict verdict(PurchaseOutcomes purchaseOutcomes, OrderCount orders) {
        var accepted = answerTally.accepted().size();
        var open = accepted - purchaseOutcomes.ended();
        var gaveUp = answerTally.refusals().getOrDefault("BUSY", 0L)
                + answerTally.refusals().getOrDefault("NO_ANSWER", 0L);
        var rejected = purchaseOutcomes.ended() - purchaseOutcomes.placed();
        var missing = Math.min(plan.units(), plan.shoppers()) - orders.held() - rejected;
        var unnamed = answerTally.refusals().keySet().stream()
                .filter(OpeningRush::isNoName)
                .toList();
        return new StressVerdict()
                .check(
                        "nothing oversold",
                        orders.held() <= plan.units(),
                        orders.held() + " of " + plan.units() + " units sold")
                .check("nothing lost", open == 0, accepted + " accepted, " + open + " without an end")
                .check(
                        "placed means ordered",
                        purchaseOutcomes.placed() <= orders.placed(),
                        purchaseOutcomes.placed() + " told placed, " + orders.placed() + " orders")
                .check(
                        "nobody sent away for nothing",
                        missing <= 0 || gaveUp > 0,
                        Math.max(0, missing) + " units left that somebody wanted")
                .check("one each", orders.doubled() == 0, orders.doubled() + " shoppers with a second order")
                .check(
                        "one key, one purchase",
                        answerTally.contradictions() == 0,
                        answerTally.contradictions() + " keys with two")
                .check(
                        "everybody has an answer",
                        answerTally.done() == plan.shoppers(),
                        answerTally.done() + " of " + plan.shoppers())
                .check("every no has a name", unnamed.isEmpty(), unnamed.isEmpty() ? "yes" : "not " + unnamed);
    }

    private static void say(String format, Object... arguments) {
        System.out.printf(format + "%n", arguments);
    }
}
