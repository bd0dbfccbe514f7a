package stampede.load;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One round of {@code scripts/bench shop}: the shop's paths beside what the same machine does without it, each by wrk for a few
 * seconds. Writes lines "name figure"; ends with an exception if answers were not what they had to be.
 */
final class ShopBench {

    private static final int MANY = 1_000_000;
    private static final int EACH = 100;

    private final StressPlan plan;
    private final URI bare;
    private final Wrk wrk;
    private final ShopVitals shopVitals;
    private final ShopperCrowd shopperCrowd;
    private final Map<String, Path> paths = new LinkedHashMap<>();
    private final PrintStream figures;
    private @Nullable PageVisitors visitors;

    private ShopBench(StressPlan plan, URI bare, Wrk wrk, PrintStream figures)
            throws IOException, InterruptedException {
        this.plan = plan;
        this.bare = bare;
        this.wrk = wrk;
        this.figures = figures;
        this.shopVitals = new ShopVitals(plan.shop());
        this.shopperCrowd = new ShopperCrowd(plan);
        var ceilings = new ServerCeilings(plan, figures);
        paths.put("bare", () -> bare("bare", "/bare"));
        paths.put("reserve", () -> bare("reserve", "/bare/reserve"));
        paths.put("redis", ceilings::redis);
        paths.put("publish", ceilings::publish);
        paths.put("insert", ceilings::insert);
        paths.put("accepted", this::accepted);
        paths.put("soldout", this::soldOut);
        paths.put("limited", this::limited);
        paths.put("home", this::home);
        paths.put("panel", () -> read("panel", "/slots/" + shopperCrowd.shop().runningSlot(), "HX-Request: true"));
        paths.put(
                "stock",
                () -> read("stock", "/slots/" + shopperCrowd.shop().runningSlot() + "/stock", "HX-Request: true"));
        paths.put("slots", () -> read("slots", "/api/v1/slots", ""));
        paths.put(
                "offers",
                () -> read("offers", "/api/v1/slots/" + shopperCrowd.shop().runningSlot() + "/offers", ""));
        paths.put("mine.home", () -> personal("mine.home", "/"));
        paths.put(
                "mine.slot",
                () -> personal("mine.slot", "/slots/" + shopperCrowd.shop().runningSlot()));
        paths.put("mine.offer", () -> personal("mine.offer", "/offers/" + shopperCrowd.publish(MANY, EACH)));
    }

    /**
     * Arguments: the bare endpoint's address, seconds, connections, the paths between commas or "all", processes as name=pid, and at
     * last the file for figures.
     */
    public static void main(String[] arguments) throws Exception {
        var plan = StressPlan.of(new String[0]);
        var wrk = Wrk.of(
                plan,
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                List.of(arguments).subList(4, arguments.length - 1));
        try (var figures = new PrintStream(arguments[arguments.length - 1], StandardCharsets.UTF_8)) {
            new ShopBench(plan, URI.create(arguments[0]), wrk, figures).round(arguments[3]);
        }
    }

    private void round(String wanted) throws Exception {
        var chosen = wanted.equals("all") ? paths.keySet() : List.of(wanted.split(",", -1));
        for (var name : chosen) {
            Objects.requireNonNull(paths.get(name), () -> "No path \"" + name + "\"; there are " + paths.keySet())
                    .take();
        }
    }

    private void bare(String name, String path) throws IOException, InterruptedException {
        tell(
                name,
                wrk.run(bare, name, List.of(Wrk.line("POST", path, "", ShopperCrowd.WANTED, "")))
                        .all("2xx"));
    }

    private void read(String name, String path, String header) throws IOException, InterruptedException {
        atTheShop(name, List.of(Wrk.line("GET", path, "", "", header))).all("2xx");
    }

    /** As shoppers see it who are signed in. */
    private void personal(String name, String path) throws IOException, InterruptedException {
        if (visitors == null) {
            visitors = PageVisitors.of(plan, shopperCrowd.shop());
        }
        atTheShop(name, visitors.requests(path)).all("2xx");
    }

    /** While somebody buys what the page shows. */
    private void home() throws IOException, InterruptedException {
        var offer = shopperCrowd.publish(MANY, EACH);
        var open = new AtomicBoolean(true);
        var buyer = new Thread(() -> buyAsLongAs(open, offer), "buyer");
        buyer.start();
        try {
            read("home", "/", "");
        } finally {
            open.set(false);
            buyer.join();
        }
    }

    private void buyAsLongAs(AtomicBoolean open, String offer) {
        try {
            for (int shopper = 0; open.get() && shopper < ShopperCrowd.SHOPPERS; shopper++) {
                shopperCrowd.buys(shopper, offer);
                Thread.sleep(20);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void accepted() throws IOException, InterruptedException, SQLException {
        var offer = shopperCrowd.publish(MANY, EACH);
        var run = atTheShop("accepted", shopperCrowd.wishes(List.of(offer)));
        awaitOrders(offer, run);
        figures.printf("accepted.persisted %.0f%n", OrderCount.of(plan, offer).perSecond());
        atTheShop("poll", shopperCrowd.purchases(offer)).all("2xx");
        paced(run.perSecond() * 0.7);
    }

    /** Clicks at a rate of their own, however fast they are answered. */
    private void paced(double perSecond) throws IOException, InterruptedException, SQLException {
        var offer = shopperCrowd.publish(MANY, EACH);
        var run = wrk.paced(perSecond).run(plan.shop(), "paced", shopperCrowd.wishes(List.of(offer)));
        tell("paced", run);
        awaitOrders(offer, run);
    }

    private void awaitOrders(String offer, Wrk.Run run) throws InterruptedException, SQLException {
        var last = System.nanoTime();
        var accepted = run.requests() - run.others() + 1;
        var orders = OrderCount.of(plan, offer).placed();
        while (orders < accepted
                && System.nanoTime() - last < Duration.ofMinutes(3).toNanos()) {
            Thread.sleep(50);
            orders = OrderCount.of(plan, offer).placed();
        }
        // wrk does not count what is answered after its time, so there may be some more.
        if (orders < accepted) {
            throw new IllegalStateException("Of " + accepted + " accepted purchases " + orders + " became orders");
        }
        figures.printf("%s.refused %d%n", run.name(), run.others());
        figures.printf("%s.durable_ms %d%n", run.name(), (System.nanoTime() - last) / 1_000_000);
    }

    private void soldOut() throws IOException, InterruptedException {
        var offer = shopperCrowd.publish(1, 1);
        atTheShop("soldout", shopperCrowd.wishes(List.of(offer))).all("others");
    }

    private void limited() throws IOException, InterruptedException {
        var offer = shopperCrowd.publish(MANY, EACH);
        var run = atTheShop("limited", shopperCrowd.wishes(List.of(offer)).subList(0, 1));
        figures.printf("limited.let_through %d%n", run.requests() - run.others());
    }

    private Wrk.Run atTheShop(String name, List<String> requests) throws IOException, InterruptedException {
        var before = shopVitals.read().allocated();
        var run = wrk.run(plan.shop(), name, requests);
        tell(name, run);
        figures.printf("%s.allocated %.0f%n", name, (shopVitals.read().allocated() - before) / run.requests());
        return run;
    }

    private void tell(String name, Wrk.Run run) {
        figures.printf("%s %.0f%n", name, run.perSecond());
        figures.printf("%s.p50 %.1f%n", name, run.p50() / 1000.0);
        figures.printf("%s.p99 %.1f%n", name, run.p99() / 1000.0);
        figures.printf("%s.p999 %.1f%n", name, run.p999() / 1000.0);
        figures.printf("%s.errors %d%n", name, run.errors());
        run.cpuMicros().forEach((process, micros) -> figures.printf("%s.cpu.%s %.0f%n", name, process, micros));
        figures.flush();
    }

    /** One thing to measure. */
    private interface Path {

        void take() throws Exception;
    }
}
