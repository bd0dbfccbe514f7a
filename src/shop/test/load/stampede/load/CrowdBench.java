package stampede.load;

import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.AccessTokenIssuer;
import tools.jackson.databind.JsonNode;

/**
 * A crowd wants the few units of one offer, with a waiting room before it or without. Some never come back, some let their turn go by.
 * Times count from the moment somebody wanted to press, so what has to wait for one of the generator's connections is late. Either few
 * connections carry all, and a shop that is slow is asked less; or people come at a rate, each on a connection of their own, whatever
 * became of those before them. Writes lines "name figure".
 */
final class CrowdBench {

    private static final int CONNECTIONS = 256;

    /** Where people come at a rate; the shop takes 8,192, and leaves further ones before its door. */
    private static final int MOST_CONNECTIONS = 6_000;

    private static final long STACK_BYTES = 256 << 10;

    /** More accounts the shop does not make in one go. */
    private static final int MOST_AT_ONCE = 50_000;

    private static final double COME_BACK = 0.7;
    private static final double BUY = 0.8;
    private static final Duration PRESS_WITHIN = Duration.ofSeconds(2);
    private static final Duration NO_CONNECTION = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration UNTIL_ORDERED = Duration.ofMinutes(1);
    private static final int JOINS_PER_SECOND = 2_500;

    /** A room begins as fast as it is told to, and takes a moment to hear that this is too fast. */
    private static final Duration BEGINNING = Duration.ofSeconds(5);

    private final StressPlan plan;
    private final boolean room;
    private final int units;
    private final int perSecond;
    private final String offer;
    private final long opensNanos;
    private final List<CrowdVisitor> visitors;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final DelayQueue<CrowdVisitor> waiting = new DelayQueue<>();
    private final AtomicInteger arrivals = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger busyLate = new AtomicInteger();
    private final AtomicInteger soldOut = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicInteger unsent = new AtomicInteger();
    private final AtomicLong lastAcceptedNanos = new AtomicLong();
    private final ConcurrentLinkedQueue<Long> pressMicros = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Long> lateMicros = new ConcurrentLinkedQueue<>();
    private final CountDownLatch gone;
    private volatile boolean over;
    private volatile @Nullable RuntimeException fault;

    /** @param perSecond how many come in a second on connections of their own; 0 for all at once on few */
    private CrowdBench(StressPlan plan, boolean room, int shoppers, int units, int perSecond)
            throws IOException, InterruptedException, SQLException {
        this.plan = plan;
        this.room = room;
        this.units = units;
        this.perSecond = perSecond;
        this.gone = new CountDownLatch(shoppers);
        var shop = new ShopApi(plan.shop());
        var operator = shop.signIn(plan.operator(), plan.password());
        this.visitors = visitors(shop, operator, shoppers);
        var seconds = 15 + (room ? shoppers / JOINS_PER_SECOND : 0);
        var now = System.nanoTime();
        this.offer = shop.publishLater(operator, units, 1, seconds);
        this.opensNanos = now + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** A room asks whether the account is there. */
    private List<CrowdVisitor> visitors(ShopApi shop, String operator, int count)
            throws IOException, InterruptedException {
        var issuer = AccessTokenIssuer.signedWith(plan.signingKey(), Duration.ofHours(6));
        var accounts = new ArrayList<CrowdVisitor>();
        for (var part = 0; part * MOST_AT_ONCE < count; part++) {
            var some = Math.min(MOST_AT_ONCE, count - part * MOST_AT_ONCE);
            for (var account : shop.addShoppers(operator, part == 0 ? "stress" : "more", some)
                    .path("items")) {
                var id = AccountId.of(account.path("id").asString());
                accounts.add(new CrowdVisitor(
                        issuer.issue(new SignedIn(id, account.path("username").asString(), Role.SHOPPER))));
            }
        }
        if (accounts.size() != count) {
            throw new IOException("The shop made " + accounts.size() + " accounts");
        }
        return accounts;
    }

    /**
     * Arguments: "room" or "none", how many come, how many units, how many come in a second or 0, processes as name=pid, and at last the
     * file for figures.
     */
    public static void main(String[] arguments) throws Exception {
        var plan = StressPlan.of(new String[0]);
        var name = arguments[0];
        var bench = new CrowdBench(
                plan,
                name.equals("room"),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]));
        var watched = List.of(arguments).subList(4, arguments.length - 1).stream()
                .map(ProcessorUse.Watched::parse)
                .toList();
        var before = ProcessorUse.cpuMicros(watched);
        var lastUnit = bench.run();
        var cpu = ProcessorUse.since(before, 1_000);
        try (var figures = new PrintStream(arguments[arguments.length - 1], StandardCharsets.UTF_8)) {
            bench.tell(name, figures, lastUnit, cpu);
        }
    }

    /** Answers how long after the opening the last unit was sold, in milliseconds. */
    private long run() throws IOException, InterruptedException, SQLException {
        if (room) {
            openRoom();
        }
        var until = opensNanos - Duration.ofSeconds(2).toNanos();
        var now = System.nanoTime();
        visitors.forEach(visitor -> waiting.add(visitor.dueAt(
                room ? ThreadLocalRandom.current().nextLong(now, Math.max(now + 1, until)) : pressAt())));
        var threads = threads();
        var door = new Thread(() -> sendEach(threads), "door");
        door.start();
        var lastUnit = awaitTheEnd();
        over = true;
        door.join();
        threads.shutdown();
        if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IOException("The shop has not answered for a minute");
        }
        var thrown = fault;
        if (thrown != null) {
            throw thrown;
        }
        return lastUnit;
    }

    /** All is over when everybody has gone; with a room, when there is nothing left to wait for. */
    private long awaitTheEnd() throws InterruptedException, SQLException {
        var lastUnit = -1L;
        while (!over && System.nanoTime() - opensNanos < PATIENCE.toNanos()) {
            if (lastUnit < 0 && OrderCount.of(plan, offer).held() >= units) {
                lastUnit = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - opensNanos);
            }
            if (gone.await(100, TimeUnit.MILLISECONDS) || (room && lastUnit >= 0)) {
                break;
            }
        }
        awaitOrders();
        return lastUnit;
    }

    /** What was taken becomes orders a moment later. */
    private void awaitOrders() throws InterruptedException, SQLException {
        var since = System.nanoTime();
        while (OrderCount.of(plan, offer).held()
                        < visitors.stream().filter(visitor -> visitor.accepted).count()
                && System.nanoTime() - since < UNTIL_ORDERED.toNanos()) {
            Thread.sleep(100);
        }
    }

    /** As an operator does, only that its sale opens within the minute. */
    private void openRoom() throws SQLException, IOException, InterruptedException {
        var seed = new byte[32];
        new SecureRandom().nextBytes(seed);
        try (var connection =
                        DriverManager.getConnection(plan.databaseUrl(), plan.databaseUser(), plan.databasePassword());
                var add = connection.prepareStatement("""
                        insert into room (id, offer_id, seed, opens_ms, closes_ms)
                        select offer.id + 1, offer.id, ?, slot.opens_ms, slot.closes_ms
                          from offer join slot on slot.id = offer.slot_id where offer.id = ?
                        """)) {
            add.setBytes(1, seed);
            add.setLong(2, Long.parseLong(offer));
            add.executeUpdate();
        }
        while (send(request("/queue/state", null).GET()).statusCode() != 200) {
            Thread.sleep(100);
        }
    }

    /** One for each connection: few for whom all wait, or one for each who comes. */
    private ExecutorService threads() {
        return perSecond == 0
                ? Executors.newFixedThreadPool(CONNECTIONS)
                : new ThreadPoolExecutor(
                        0,
                        MOST_CONNECTIONS,
                        10,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        act -> new Thread(null, act, "visitor", STACK_BYTES));
    }

    /** Sends each at their time. Whoever finds no connection free, of thousands, is counted: then the rate was not what it should be. */
    private void sendEach(ExecutorService threads) {
        try {
            while (!over) {
                var visitor = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (visitor == null) {
                    continue;
                }
                try {
                    threads.execute(() -> go(visitor));
                } catch (RejectedExecutionException none) {
                    unsent.incrementAndGet();
                    waiting.add(visitor.dueIn(NO_CONNECTION));
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void go(CrowdVisitor visitor) {
        if (over) {
            return;
        }
        try {
            if (!room || !visitor.pass.isEmpty()) {
                press(visitor);
            } else if (visitor.ticket.isEmpty()) {
                join(visitor);
            } else {
                look(visitor);
            }
        } catch (IOException noAnswer) {
            others.incrementAndGet();
            waiting.add(visitor.dueIn(Duration.ofSeconds(1)));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException unexpected) {
            fault = unexpected;
            over = true;
        }
    }

    private void join(CrowdVisitor visitor) throws IOException, InterruptedException {
        var answer = send(request("/queue", visitor).POST(HttpRequest.BodyPublishers.noBody()));
        if (answer.statusCode() == 503 || answer.statusCode() == 429) {
            others.incrementAndGet();
            waiting.add(visitor.dueIn(again(answer)));
            return;
        }
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException("No ticket: " + answer.statusCode() + " " + answer.body());
        }
        visitor.ticket = json(answer).path("ticket").asString();
        visitor.arrival = arrivals.getAndIncrement();
        if (ThreadLocalRandom.current().nextDouble() < COME_BACK) {
            waiting.add(visitor.dueAt(pressAt()));
        } else {
            gone.countDown();
        }
    }

    private void look(CrowdVisitor visitor) throws IOException, InterruptedException {
        var answer = send(request("/queue", visitor).GET());
        var stands = json(answer);
        visitor.place = stands.path("place").asInt(0);
        if (stands.path("stage").asString("").equals("YOUR_TURN")) {
            come(visitor);
        } else {
            var wait = again(answer).toMillis();
            waiting.add(visitor.dueIn(
                    Duration.ofMillis(ThreadLocalRandom.current().nextLong(wait * 8 / 10, wait * 12 / 10 + 1))));
        }
    }

    private void come(CrowdVisitor visitor) throws IOException, InterruptedException {
        var answer = send(request("/queue/pass", visitor).POST(HttpRequest.BodyPublishers.noBody()));
        visitor.pass = json(answer).path("pass").asString("");
        if (visitor.pass.isEmpty()) {
            others.incrementAndGet();
            waiting.add(visitor.dueIn(again(answer)));
            return;
        }
        visitor.letInNanos = System.nanoTime();
        if (ThreadLocalRandom.current().nextDouble() < BUY) {
            waiting.add(visitor.dueIn(Duration.ZERO));
        } else {
            gone.countDown();
        }
    }

    private void press(CrowdVisitor visitor) throws IOException, InterruptedException {
        if (visitor.arrival < 0) {
            visitor.arrival = arrivals.getAndIncrement();
        }
        lateMicros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - visitor.dueNanos()));
        var answer = send(request("/purchases", visitor)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "one")
                .header("Waiting-Room-Pass", visitor.pass)
                .POST(HttpRequest.BodyPublishers.ofString(ShopperCrowd.WANTED)));
        pressMicros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - visitor.dueNanos()));
        if (answer.statusCode() == 202) {
            visitor.accepted = true;
            lastAcceptedNanos.accumulateAndGet(System.nanoTime(), Math::max);
            gone.countDown();
        } else if (answer.statusCode() == 503 || answer.statusCode() == 429) {
            busy.incrementAndGet();
            if (System.nanoTime() - opensNanos > BEGINNING.toNanos()) {
                busyLate.incrementAndGet();
            }
            waiting.add(visitor.dueIn(again(answer)));
        } else {
            (json(answer).path("reason").asString("").equals("SOLD_OUT") ? soldOut : others).incrementAndGet();
            gone.countDown();
        }
    }

    private long pressAt() {
        var within = perSecond == 0
                ? PRESS_WITHIN
                : Duration.ofSeconds(1).multipliedBy(visitors.size()).dividedBy(perSecond);
        return opensNanos + ThreadLocalRandom.current().nextLong(within.toNanos());
    }

    /** How many the shop took in a second, from the opening to the last that it took. */
    private double acceptedPerSecond(int accepted) {
        var nanos = lastAcceptedNanos.get() - opensNanos;
        return accepted == 0 ? 0 : accepted * 1e9 / Math.max(1, nanos);
    }

    private HttpRequest.Builder request(String path, @Nullable CrowdVisitor visitor) {
        var request = HttpRequest.newBuilder(plan.shop().resolve("/api/v1/offers/" + offer + path))
                .timeout(Duration.ofSeconds(30));
        if (visitor != null) {
            request.header("Authorization", "Bearer " + visitor.token());
            if (!visitor.ticket.isEmpty()) {
                request.header("Waiting-Room-Ticket", visitor.ticket);
            }
        }
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        requests.incrementAndGet();
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return ShopApi.JSON.readTree(answer.body());
    }

    private static Duration again(HttpResponse<?> answer) {
        return Duration.ofSeconds(
                Math.max(1, answer.headers().firstValueAsLong("Retry-After").orElse(1)));
    }

    /** How many places have had their turn. */
    private int turn() throws IOException, InterruptedException {
        return json(send(request("/queue/state", null).GET())).path("turn").asInt();
    }

    private void tell(String name, PrintStream figures, long lastUnit, Map<String, Double> cpuMillis)
            throws IOException, InterruptedException, SQLException {
        var orders = OrderCount.of(plan, offer);
        var presses = pressMicros.stream().sorted().toList();
        var accepted = visitors.stream().filter(visitor -> visitor.accepted).toList();
        var early = accepted.stream()
                .filter(visitor -> visitor.arrival < arrivals.get() / 10)
                .count();
        figures.printf("%s.sold %d%n", name, orders.held());
        figures.printf("%s.over %d%n", name, Math.max(0, orders.held() - units));
        figures.printf("%s.last_ms %d%n", name, lastUnit);
        figures.printf("%s.requests %d%n", name, requests.get());
        figures.printf("%s.presses %d%n", name, presses.size());
        figures.printf("%s.busy %d%n", name, busy.get());
        figures.printf("%s.busy_late %d%n", name, busyLate.get());
        figures.printf("%s.soldout %d%n", name, soldOut.get());
        figures.printf("%s.others %d%n", name, others.get());
        figures.printf("%s.unsent %d%n", name, unsent.get());
        figures.printf("%s.accepted_per_s %.0f%n", name, acceptedPerSecond(accepted.size()));
        figures.printf(
                "%s.late %.1f%n", name, percentile(lateMicros.stream().sorted().toList(), 0.99) / 1_000.0);
        figures.printf("%s.p50 %.1f%n", name, percentile(presses, 0.5) / 1_000.0);
        figures.printf("%s.p99 %.1f%n", name, percentile(presses, 0.99) / 1_000.0);
        figures.printf("%s.early %.0f%n", name, 100.0 * early / Math.max(1, accepted.size()));
        if (room) {
            var let =
                    visitors.stream().filter(visitor -> visitor.letInNanos != 0).toList();
            figures.printf("%s.let_in %d%n", name, let.size());
            figures.printf("%s.turn %d%n", name, turn());
            figures.printf(
                    "%s.needed %d%n",
                    name,
                    accepted.stream().mapToInt(visitor -> visitor.place).max().orElse(0));
            figures.printf("%s.order %.0f%n", name, 1_000 * rankCorrelation(let));
        }
        cpuMillis.forEach((process, millis) -> figures.printf("%s.cpu.%s %.0f%n", name, process, millis));
        figures.printf(
                "%s.cpu.all %.0f%n",
                name, cpuMillis.values().stream().mapToDouble(millis -> millis).sum());
    }

    private static long percentile(List<Long> sorted, double share) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1, sorted.size() * share));
    }

    /** Of places and the moments in which people came in, after Spearman: 1 if they came in as their places were. */
    private static double rankCorrelation(List<CrowdVisitor> let) {
        var byPlace = new ArrayList<>(let);
        byPlace.sort(Comparator.comparingInt(visitor -> visitor.place));
        var byTime = new ArrayList<>(let);
        byTime.sort(Comparator.comparingLong(visitor -> visitor.letInNanos));
        var rank = new IdentityHashMap<CrowdVisitor, Integer>();
        IntStream.range(0, byTime.size()).forEach(index -> rank.put(byTime.get(index), index));
        var squares = IntStream.range(0, byPlace.size())
                .mapToDouble(index -> Math.pow(index - rank.getOrDefault(byPlace.get(index), 0), 2))
                .sum();
        var count = (double) let.size();
        return count < 2 ? 0 : 1 - 6 * squares / (count * (count * count - 1));
    }
}
