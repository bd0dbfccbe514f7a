package stampede.load;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        paths.put("bare", () -> bare("bare", "/bare"));
        paths.put("reserve", () -> bare("reserve", "/bare/reserve"));
        paths.put("accepted", this::accepted);
        paths.put("soldout", this::soldOut);
        paths.put("limited", this::limited);
        paths.put("home", () -> read("home", "/"));
        paths.put("slots", () -> read("slots", "/api/v1/slots"));
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
    public static void main(String[] arguments) throws IOException, InterruptedException, SQLException {
        var plan = StressPlan.of(new String[0]);
        var wrk = new Wrk(
                java.nio.file.Path.of("src/test/load/wrk/requests.lua"),
                plan.directory(),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                Stream.of(arguments)
                        .limit(arguments.length - 1)
                        .skip(4)
                        .map(Machine.Watched::parse)
                        .toList());
        try (var figures = new PrintStream(arguments[arguments.length - 1], StandardCharsets.UTF_8)) {
            new ShopBench(plan, URI.create(arguments[0]), wrk, figures).round(arguments[3]);
        }
    }

    private void round(String wanted) throws IOException, InterruptedException, SQLException {
        var chosen = wanted.equals("all") ? paths.keySet() : List.of(wanted.split(",", -1));
        for (var name : chosen) {
            Objects.requireNonNull(paths.get(name), () -> "No path \"" + name + "\"; there are " + paths.keySet())
                    .take();
        }
    }

    private void bare(String name, String path) throws IOException, InterruptedException {
        tell(name, wrk.run(bare, name, List.of(line("POST", path, "", WANTED))).all("2xx"));
    }

    private void read(String name, String path) throws IOException, InterruptedException {
        tell(
                name,
                wrk.run(plan.shop(), name, List.of(line("GET", path, "", ""))).all("2xx"));
    }

    private void accepted() throws IOException, InterruptedException, SQLException {
        var offer = publish(MANY, EACH);
        var run = wrk.run(plan.shop(), "accepted", wishes(offer));
        var last = System.nanoTime();
        tell("accepted", run);
        figures.printf("accepted.refused %d%n", run.others());
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
        figures.printf("accepted.durable_ms %d%n", (System.nanoTime() - last) / 1_000_000);
        figures.printf("accepted.persisted %.0f%n", OrderCount.of(plan, offer).perSecond());
        tell("poll", wrk.run(plan.shop(), "poll", purchases(offer)).all("2xx"));
    }

    private void soldOut() throws IOException, InterruptedException {
        var offer = publish(1, 1);
        tell("soldout", wrk.run(plan.shop(), "soldout", wishes(offer)).all("others"));
    }

    private void limited() throws IOException, InterruptedException {
        var offer = publish(MANY, EACH);
        var run = wrk.run(plan.shop(), "limited", wishes(offer).subList(0, 1));
        tell("limited", run);
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
        return String.join("\t", method, path, token, body);
    }

    /** One thing to measure. */
    private interface Path {

        void take() throws IOException, InterruptedException, SQLException;
    }
}
