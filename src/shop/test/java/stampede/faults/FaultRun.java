package stampede.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stampede.account.AccountId;
import stampede.alipaysandbox.LocalAlipay;
import stampede.servers.NginxServer;
import stampede.testing.ServerMachines;

/**
 * Sells while everything goes wrong, round after round: each has a seed, offers of its own and a few mishaps at random moments.
 * Then all is healed, and the shop must come to rest by itself with books that agree and no promise broken. Behind {@code
 * scripts/faults}, which gives it servers of its own.
 */
final class FaultRun {

    private static final String FLEET = "web-1,web-2,worker-1,worker-2,beat-1";
    /** Where there are several of each server. */
    private static final String LARGE_FLEET = "web-1,web-2,web-3,worker-1,worker-2,beat-1,beat-2";

    /** Longer than the longest outage, as in a shop that is not in a hurry: what was accepted before it becomes an order after it. */
    private static final String[] PATIENCE = {
        "--stampede.books.abandon-after=120s",
        "--stampede.purchase.lost-after=125s",
        "--stampede.books.rest-after=3s",
        "--stampede.books.settle-after=1s",
        "--stampede.seller.own-windows=true",
        "--stampede.seller.offers-per-slot=100000"
    };

    private static final AccountId SELLER = new AccountId(400_000);
    private static final List<Integer> UNITS = List.of(5, 60, 3_000, 3_000);
    private static final List<Integer> UPCOMING_UNITS = List.of(40, 400);
    /** What comes within this time after a mishap is over still counts to it. */
    private static final Duration AFTERMATH = Duration.ofSeconds(30);

    private static final int IN_TURN = 3;
    private static final int SHOPPERS_AT_ONCE = 24;
    private static final Duration LEAST_LOAD = Duration.ofSeconds(20);
    private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(3);
    private static final Duration REST_WITHIN = Duration.ofSeconds(150);

    private final OwnServers servers;
    private final ServerMachines serverMachines;
    private final Optional<ServerCluster> cluster;
    private final LocalAlipay alipay = LocalAlipay.shared();
    private final Path directory;
    private final PrintStream log;
    private final Map<Mishap, List<Duration>> pauses = new EnumMap<>(Mishap.class);
    private final List<FaultRunCheck.Result> results = new ArrayList<>();
    private final List<DeskAct> acts = new ArrayList<>();
    private List<String> before = List.of();
    private long settled;

    private FaultRun(OwnServers servers, Path directory, PrintStream log) {
        this.servers = servers;
        this.serverMachines =
                new ServerMachines(Path.of(System.getenv("STAMPEDE_SERVERS")), directory.resolve("machines.log"));
        this.cluster = servers.areSeveral() ? Optional.of(new ServerCluster(serverMachines)) : Optional.empty();
        this.directory = directory;
        this.log = log;
    }

    /** Arguments: minutes, the first seed, a directory for logs; then the only mishaps there shall be, if not all. */
    public static void main(String[] arguments) throws IOException {
        var minutes = Integer.parseInt(arguments[0]);
        var seed = Long.parseLong(arguments[1]);
        var directory = Files.createDirectories(Path.of(arguments[2]));
        var only = Stream.of(arguments).skip(3).map(Mishap::valueOf).toList();
        var possible = only.isEmpty() ? List.of(Mishap.values()) : only;
        var log = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var failed = true;
        try (var servers = OwnServers.empty("stampede_faults", 0)) {
            failed = new FaultRun(servers, directory, log)
                            .run(
                                    Duration.ofMinutes(minutes),
                                    seed,
                                    possible.stream()
                                            .filter(mishap -> mishap.isPossible(servers.areSeveral()))
                                            .toList())
                    > 0;
        } catch (Exception failure) {
            failure.printStackTrace(log);
        }
        // The local Alipay would keep the process alive.
        System.exit(failed ? 1 : 0);
    }

    private int run(Duration time, long firstSeed, List<Mishap> possible) throws Exception {
        var broken = 0;
        var several = servers.areSeveral();
        var port = NginxServer.freePort();
        try (var fleet = new Fleet(servers, alipay, directory, settings(port))) {
            // Told to end, it takes its shops along.
            Runtime.getRuntime().addShutdownHook(new Thread(fleet::close));
            Stream.of((several ? LARGE_FLEET : FLEET).split(",")).forEach(fleet::add);
            fleet.start();
            if (several) {
                putNginxBefore(fleet, port);
            }
            log.printf("%-8s %-8s %7s %9s %7s %5s %9s %6s %8s %14s %6s  %s%n", HEAD);
            var end = System.nanoTime() + time.toNanos();
            for (var seed = firstSeed; seed == firstSeed || System.nanoTime() < end; seed++) {
                results.add(round(fleet, seed, possible));
            }
            servers.endSales(before);
            broken += settledOnce(before).size();
        }
        summary(firstSeed);
        return broken
                + results.stream().mapToInt(result -> result.broken().size()).sum();
    }

    /** Where there are several of each server, whoever comes and Alipay come by nginx. */
    private String[] settings(int port) {
        return servers.areSeveral()
                ? Stream.concat(
                                Stream.of(PATIENCE),
                                Stream.of(
                                        ShopProcess.PUBLIC_URL + "http://127.0.0.1:" + port,
                                        "--server.forward-headers-strategy=native",
                                        "--server.tomcat.remoteip.internal-proxies=127\\.0\\.0\\.1"))
                        .toArray(String[]::new)
                : PATIENCE;
    }

    private void putNginxBefore(Fleet fleet, int port) {
        var nginx = NginxServer.before(
                directory.resolve("nginx"),
                port,
                fleet.nodes().stream()
                        .filter(node -> node.toString().startsWith("web"))
                        .map(node -> URI.create(node.address()).getPort())
                        .toList());
        Runtime.getRuntime().addShutdownHook(new Thread(nginx::close));
        fleet.comeBy(nginx.address());
    }

    private static final Object[] HEAD = {
        "time",
        "seed",
        "clicks",
        "purchases",
        "orders",
        "acts",
        "oversold",
        "lost",
        "stranded",
        "double refunds",
        "rest",
        "mishaps"
    };

    private FaultRunCheck.Result round(Fleet fleet, long seed, List<Mishap> possible) throws Exception {
        var chance = new Random(seed);
        var offers = List.of(
                fleet.onSale(UNITS.get(0), 1),
                fleet.onSale(UNITS.get(1), 2),
                fleet.onSale(UNITS.get(2), 3),
                fleet.onSale(UNITS.get(3), 3));
        servers.handTo(SELLER, offers);
        var upcoming = UPCOMING_UNITS.stream()
                .map(units -> fleet.upcoming(SELLER, units))
                .toList();
        var faultScene = new FaultScene(fleet, servers, serverMachines, cluster, alipay, directory, offers, before);
        var mishaps = plan(seed, chance, possible);
        var alwaysBroken = new ConcurrentLinkedQueue<String>();
        if (mishaps.stream().map(Planned::mishap).noneMatch(Mishap::endsSales)) {
            faultScene.endSales();
        }
        try (var faultCrowd = new FaultCrowd(fleet, alipay, offers, seed, SHOPPERS_AT_ONCE);
                var deskCrowd = new DeskCrowd(fleet, servers, SELLER, offers, upcoming, seed)) {
            var spoils = mishaps.stream().map(Planned::mishap).anyMatch(Mishap::spoilsRedis);
            var spans =
                    happen(faultScene, mishaps, seed, () -> watch(fleet, offers, spoils ? "D" : "DR", alwaysBroken));
            faultScene.heal();
            faultScene.endSales();
            deskCrowd.end();
            awaitSelling(faultCrowd, faultCrowd.accepted(), alwaysBroken);
            spans.forEach(span -> remember(span, faultCrowd, offers.subList(2, offers.size())));
            faultCrowd.endIn(ANSWERS_WITHIN);
            var redisForgot =
                    mishaps.stream().anyMatch(planned -> planned.mishap().makesRedisForget());
            var faultRunCheck = new FaultRunCheck(fleet, servers, alipay, offers, faultCrowd.wishes(), redisForgot);
            var rest = faultRunCheck.settle(REST_WITHIN);
            alwaysBroken.addAll(settledOnce(before));
            watch(fleet, upcoming, "D", alwaysBroken);
            var deskCheck = new DeskCheck(servers, deskCrowd.acts());
            alwaysBroken.addAll(deskCheck.broken(units(offers, upcoming), faultCrowd.wishes(), redisForgot));
            var result = rest.with(alwaysBroken);
            before = Stream.concat(offers.stream(), upcoming.stream()).toList();
            acts.addAll(deskCrowd.acts());
            tell(seed, mishaps, result, faultRunCheck, deskCrowd.acts());
            return result;
        }
    }

    /** How long one of the offers that have units for all did not sell. */
    private void remember(Span span, FaultCrowd faultCrowd, List<String> offers) {
        var end = Math.min(span.end() + AFTERMATH.toNanos(), System.nanoTime());
        var pause = offers.stream()
                .map(offer -> faultCrowd.longestPause(offer, span.begin(), end))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        pauses.computeIfAbsent(span.mishap(), mishap -> new ArrayList<>()).add(pause);
    }

    /** How many units each offer had when it was made. */
    private static Map<String, Integer> units(List<String> offers, List<String> upcoming) {
        var units = new HashMap<String, Integer>();
        for (int i = 0; i < offers.size(); i++) {
            units.put(offers.get(i), UNITS.get(i));
        }
        for (int i = 0; i < upcoming.size(); i++) {
            units.put(upcoming.get(i), UPCOMING_UNITS.get(i));
        }
        return units;
    }

    /** Three in turn, so that all have had theirs after a few rounds, and now and then one more; each after so many milliseconds. */
    private List<Planned> plan(long seed, Random chance, List<Mishap> possible) {
        var planned = new ArrayList<Planned>();
        for (int number = 0; number < IN_TURN; number++) {
            planned.add(planned(inTurn(seed * IN_TURN + number, possible), chance));
        }
        if (chance.nextInt(3) == 0) {
            planned.add(planned(possible.get(chance.nextInt(possible.size())), chance));
        }
        return planned;
    }

    /** Neighbours in the list are alike, so the turn goes to one far away. */
    private static Mishap inTurn(long turn, List<Mishap> possible) {
        var shuffled = new ArrayList<>(possible);
        Collections.shuffle(shuffled, new Random(turn / possible.size()));
        return shuffled.get((int) (turn % possible.size()));
    }

    private static Planned planned(Mishap mishap, Random chance) {
        return new Planned(mishap, chance.nextInt(1_000, 18_000), chance.nextLong());
    }

    private static List<Span> happen(FaultScene faultScene, List<Planned> mishaps, long seed, Runnable watch)
            throws Exception {
        var threads = Executors.newCachedThreadPool();
        try {
            var least = System.nanoTime() + LEAST_LOAD.toNanos();
            var all = new ArrayList<Future<Span>>();
            for (var planned : mishaps) {
                all.add(threads.submit(() -> {
                    Thread.sleep(planned.afterMillis());
                    var begin = System.nanoTime();
                    planned.mishap().happen(faultScene, new Random(planned.seed()));
                    return new Span(planned.mishap(), begin, System.nanoTime());
                }));
            }
            while (System.nanoTime() < least || !all.stream().allMatch(Future::isDone)) {
                watch.run();
                Thread.sleep(2_000);
            }
            var spans = new ArrayList<Span>();
            for (var each : all) {
                spans.add(each.get());
            }
            return spans;
        } catch (ExecutionException failed) {
            throw new IllegalStateException("Seed " + seed + ": a mishap did not happen", failed.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Rules that hold at any time hold in the middle of it all; when nobody answers there is nothing to see. */
    private static void watch(Fleet fleet, List<String> offers, String rules, Queue<String> broken) {
        for (var offer : offers) {
            try {
                FaultRunCheck.deviations(fleet.books(offer), rules).forEach(one -> broken.add("meanwhile: " + one));
            } catch (IllegalStateException | AssertionError noAnswer) {
                return;
            }
        }
    }

    /** Selling must go on by itself soon after. */
    private static void awaitSelling(FaultCrowd faultCrowd, long before, Queue<String> broken)
            throws InterruptedException {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (faultCrowd.accepted() < before + 20) {
            if (System.nanoTime() > end) {
                broken.add("nothing was sold within a minute after all was healed");
                return;
            }
            Thread.sleep(200);
        }
    }

    /** The sales that are over get one settlement each, whatever happened meanwhile, and Redis forgets them. */
    private List<String> settledOnce(List<String> offers) throws InterruptedException {
        var end = System.nanoTime() + REST_WITHIN.toNanos();
        var open = new ArrayList<>(offers);
        while (true) {
            open.removeIf(this::isSettledOnce);
            if (open.isEmpty() || System.nanoTime() > end) {
                settled += offers.size() - open.size();
                return open.stream()
                        .map(offer -> "offer " + offer + " is not settled once")
                        .toList();
            }
            Thread.sleep(500);
        }
    }

    private boolean isSettledOnce(String offer) {
        return servers.count(
                                "settlement s join stock_balance b on b.offer_id = s.offer_id where b.counter_dropped = 1 and s.offer_id = "
                                        + offer
                                        + " and s.line_count = (select count(*) from settlement_line l where l.offer_id = s.offer_id)")
                        == 1
                && !servers.redisKnows(offer);
    }

    private void tell(
            long seed,
            List<Planned> mishaps,
            FaultRunCheck.Result result,
            FaultRunCheck faultRunCheck,
            Collection<DeskAct> done) {
        log.printf(
                "%-8s %-8d %7d %9d %7d %5d %9d %6d %8d %14d %4d s  %s%n",
                LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS),
                seed,
                result.clicks(),
                result.purchases(),
                result.orders(),
                count(done, DeskAct::isDone),
                result.oversold(),
                result.lost(),
                result.stranded(),
                result.doubleRefunds(),
                result.rest().toSeconds(),
                mishaps);
        log.printf(
                "         refused %s, given up %d, counted twice %d%n",
                faultRunCheck.refusals(), result.givenUp(), result.twice());
        log.printf("         acts %s%n", told(done));
        result.broken().stream().distinct().limit(20).forEach(reason -> log.println("         BROKEN " + reason));
    }

    private void summary(long firstSeed) {
        log.printf(
                "%n%d rounds, seeds %d to %d: %d mishaps of %d kinds, %d clicks, %d purchases, %d orders, %d given up, %d counted twice%n",
                results.size(),
                firstSeed,
                firstSeed + results.size() - 1,
                pauses.values().stream().mapToInt(List::size).sum(),
                pauses.size(),
                sum(FaultRunCheck.Result::clicks),
                sum(FaultRunCheck.Result::purchases),
                sum(FaultRunCheck.Result::orders),
                sum(FaultRunCheck.Result::givenUp),
                sum(FaultRunCheck.Result::twice));
        log.printf(
                "%d oversold, %d lost, %d stranded, %d double refunds, %d sales settled once, %d rules or promises broken%n",
                sum(FaultRunCheck.Result::oversold),
                sum(FaultRunCheck.Result::lost),
                sum(FaultRunCheck.Result::stranded),
                sum(FaultRunCheck.Result::doubleRefunds),
                settled,
                sum(result -> result.broken().size()));
        log.printf("acts %s%n", told(acts));
        log.printf(
                "%n%-30s %5s %8s %8s   longest time that an offer did not sell, s%n", "", "times", "median", "worst");
        pauses.forEach((mishap, all) -> {
            var sorted =
                    all.stream().sorted().map(pause -> pause.toMillis() / 1e3).toList();
            log.printf(
                    "%-30s %5d %8.1f %8.1f%n",
                    mishap, sorted.size(), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
        });
    }

    /** How many of each kind were done, refused and left without an answer. */
    private static String told(Collection<DeskAct> acts) {
        var kinds = new EnumMap<DeskAct.Kind, List<DeskAct>>(DeskAct.Kind.class);
        acts.forEach(act ->
                kinds.computeIfAbsent(act.kind(), kind -> new ArrayList<>()).add(act));
        return kinds.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + figures(entry.getValue()))
                        .collect(Collectors.joining(", "))
                + "; in all "
                + figures(acts)
                + " (done/refused/unknown)";
    }

    private static String figures(Collection<DeskAct> acts) {
        return count(acts, DeskAct::isDone)
                + "/"
                + count(acts, DeskAct::isRefused)
                + "/"
                + count(acts, DeskAct::isUnknown);
    }

    private static long count(Collection<DeskAct> acts, Predicate<DeskAct> which) {
        return acts.stream().filter(which).count();
    }

    private long sum(ToLongFunction<FaultRunCheck.Result> figure) {
        return results.stream().mapToLong(figure).sum();
    }

    /** When a mishap was, by the clock of {@link System#nanoTime}. */
    private record Span(Mishap mishap, long begin, long end) {}

    private record Planned(Mishap mishap, int afterMillis, long seed) {

        @Override
        public String toString() {
            return mishap + "@" + afterMillis / 1_000 + "s";
        }
    }
}
