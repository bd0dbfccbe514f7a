package stampede.load;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import stampede.account.AccessTokens;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;

/**
 * One round of {@code scripts/bench shop}: the shop's paths beside what the same machine does without it, each by wrk for a few
 * seconds. Writes lines "name figure"; ends with an exception if answers were not what they had to be.
 */
final class ShopBench {

    private static final int SHOPPERS = 20_000;
    private static final int MANY = 1_000_000;
    private static final int EACH = 100;
    private static final String WANTED = "{\"units\":1,\"address\":\"Stress Road 8, Hangzhou\"}";

    private final StressPlan plan;
    private final URI bare;
    private final Wrk wrk;
    private final Shop shop;
    private final Vitals vitals;
    private final String operator;
    private final List<String> tokens;
    private final Map<String, Path> paths = new LinkedHashMap<>();
    private final PrintStream figures;

    private ShopBench(StressPlan plan, URI bare, Wrk wrk, PrintStream figures)
            throws IOException, InterruptedException {
        this.plan = plan;
        this.bare = bare;
        this.wrk = wrk;
        this.figures = figures;
        this.vitals = new Vitals(plan.shop());
        var ceilings = new Ceilings(plan, figures);
        paths.put("bare", () -> bare("bare", "/bare"));
        paths.put("reserve", () -> bare("reserve", "/bare/reserve"));
        paths.put("redis", ceilings::redis);
        paths.put("publish", ceilings::publish);
        paths.put("insert", ceilings::insert);
        paths.put("accepted", this::accepted);
        paths.put("soldout", this::soldOut);
        paths.put("limited", this::limited);
        paths.put("home", this::home);
        paths.put("panel", () -> read("panel", "/slots/" + slot(), "HX-Request: true"));
        paths.put("stock", () -> read("stock", "/slots/" + slot() + "/stock", "HX-Request: true"));
        paths.put("slots", () -> read("slots", "/api/v1/slots", ""));
        paths.put("offers", () -> read("offers", "/api/v1/slots/" + slot() + "/offers", ""));
        this.shop = new Shop(plan.shop());
        this.operator = shop.signIn(plan.operator(), plan.password());
        var issuer = AccessTokens.signedWith(plan.signingKey(), Duration.ofHours(6));
        this.tokens = IntStream.rangeClosed(1, SHOPPERS + 1)
                .mapToObj(number -> issuer.issue(
                        new SignedIn(new AccountId(9_000_000_000L + number), "bench" + number, Role.SHOPPER)))
                .toList();
    }

    /**
     * Arguments: the bare endpoint's address, seconds, connections, the paths between commas or "all", processes as name=pid, and at
     * last the file for figures.
     */
    public static void main(String[] arguments) throws Exception {
        var plan = StressPlan.of(new String[0]);
        var wrk = new Wrk(
                java.nio.file.Path.of("src/test/load/wrk/requests.lua"),
                plan.directory(),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                0,
                Stream.of(arguments)
                        .limit(arguments.length - 1)
                        .skip(4)
                        .map(Machine.Watched::parse)
                        .toList());
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
        tell(name, wrk.run(bare, name, List.of(line("POST", path, "", WANTED))).all("2xx"));
    }

    private void read(String name, String path, String header) throws IOException, InterruptedException {
        atTheShop(name, List.of(line("GET", path, "", "", header))).all("2xx");
    }

    /** While somebody buys what the page shows. */
    private void home() throws IOException, InterruptedException {
        var offer = publish(MANY, EACH);
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
            for (int i = 0; open.get() && i < SHOPPERS; i++) {
                shop.buys(tokens.get(i), offer);
                Thread.sleep(20);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void accepted() throws IOException, InterruptedException, SQLException {
        var offer = publish(MANY, EACH);
        var run = atTheShop("accepted", wishes(offer));
        awaitOrders(offer, run);
        figures.printf("accepted.persisted %.0f%n", OrderCount.of(plan, offer).perSecond());
        atTheShop("poll", purchases(offer)).all("2xx");
        paced(run.perSecond() * 0.7);
    }

    /** Clicks at a rate of their own, however fast they are answered. */
    private void paced(double perSecond) throws IOException, InterruptedException, SQLException {
        var offer = publish(MANY, EACH);
        var run = wrk.paced(perSecond).run(plan.shop(), "paced", wishes(offer));
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
        var offer = publish(1, 1);
        atTheShop("soldout", wishes(offer)).all("others");
    }

    private void limited() throws IOException, InterruptedException {
        var offer = publish(MANY, EACH);
        var run = atTheShop("limited", wishes(offer).subList(0, 1));
        figures.printf("limited.let_through %d%n", run.requests() - run.others());
    }

    /** Returns when the first unit is sold, to a shopper who then stays away. */
    private String publish(int units, int limit) throws IOException, InterruptedException {
        var offer = shop.publish(operator, units, limit);
        var until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!shop.buys(tokens.get(SHOPPERS), offer)) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("Offer " + offer + " does not sell after 30 s");
            }
            Thread.sleep(100);
        }
        return offer;
    }

    private List<String> wishes(String offer) {
        return tokens.stream()
                .limit(SHOPPERS)
                .map(token -> line("POST", "/api/v1/offers/" + offer + "/purchases", token, WANTED))
                .toList();
    }

    private List<String> purchases(String offer) throws SQLException {
        var lines = new ArrayList<String>();
        OrderCount.some(plan, offer, SHOPPERS)
                .forEach((order, shopper) -> lines.add(line(
                        "GET",
                        "/api/v1/purchases/" + order + "-" + offer,
                        tokens.get((int) (shopper - 9_000_000_001L)),
                        "")));
        return lines;
    }

    private String slot() throws IOException, InterruptedException {
        return shop.runningSlot();
    }

    private Wrk.Run atTheShop(String name, List<String> requests) throws IOException, InterruptedException {
        var before = vitals.read().allocated();
        var run = wrk.run(plan.shop(), name, requests);
        tell(name, run);
        figures.printf("%s.allocated %.0f%n", name, (vitals.read().allocated() - before) / run.requests());
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

    private static String line(String method, String path, String token, String body) {
        return line(method, path, token, body, "");
    }

    private static String line(String method, String path, String token, String body, String header) {
        return String.join("\t", method, path, token, body, header);
    }

    /** One thing to measure. */
    private interface Path {

        void take() throws Exception;
    }
}
