package stampede.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.servers.NginxServer;

/**
 * Sells with nodes of an earlier release while one after the other becomes one of this release, as the runbook has it. Behind {@code
 * scripts/faults --upgrade}, which gives it servers of its own.
 */
final class UpgradeRun {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** They press as fast as they are answered: more would keep two cores too busy for a node of the next release to start. */
    private static final int SHOPPERS_AT_ONCE = 4;

    private static final int MORE = 30;
    private static final AccountId READER = new AccountId(410_000);

    private UpgradeRun() {}

    /** Arguments: the class path of the earlier release, and a directory for logs. */
    public static void main(String[] arguments) throws Exception {
        var log = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var directory = Files.createDirectories(Path.of(arguments[1]));
        var failures = 1L;
        try (var servers = OwnServers.empty("stampede_upgrade", 0)) {
            failures = upgrade(servers, arguments[0], directory, log);
        } catch (Exception failure) {
            failure.printStackTrace(log);
        }
        // The local Alipay would keep the process alive.
        System.exit(failures > 0 ? 1 : 0);
    }

    private static long upgrade(OwnServers servers, String classPath, Path directory, PrintStream log)
            throws InterruptedException {
        var alipay = LocalAlipay.shared();
        var port = NginxServer.freePort();
        try (var fleet = new Fleet(
                servers,
                alipay,
                directory,
                ShopProcess.PUBLIC_URL + "http://127.0.0.1:" + port,
                "--server.forward-headers-strategy=native",
                "--server.tomcat.remoteip.internal-proxies=127\\.0\\.0\\.1")) {
            Runtime.getRuntime().addShutdownHook(new Thread(fleet::close));
            List.of("beat-1", "worker-1", "worker-2", "web-1", "web-2").forEach(fleet::add);
            fleet.nodes().forEach(node -> node.process().becomes(classPath));
            fleet.start();
            try (var nginx = NginxServer.before(
                    directory.resolve("nginx"),
                    port,
                    Stream.of("web-1", "web-2")
                            .map(name -> URI.create(fleet.node(name).address()).getPort())
                            .toList())) {
                fleet.comeBy(nginx.address());
                return sell(servers, fleet, alipay, nginx, log);
            }
        }
    }

    private static long sell(OwnServers servers, Fleet fleet, LocalAlipay alipay, NginxServer nginx, PrintStream log)
            throws InterruptedException {
        var offers = List.of(fleet.onSale(60, 1), fleet.onSale(20_000, 3), fleet.onSale(20_000, 3));
        fleet.open(List.of(READER), Role.SHOPPER);
        var pages = new ConcurrentLinkedQueue<String>();
        var reader = new Thread(() -> readPages(fleet, offers, pages), "reader");
        try (var crowd = new FaultCrowd(
                fleet, alipay, offers, ThreadLocalRandom.current().nextInt(), SHOPPERS_AT_ONCE)) {
            reader.start();
            crowd.awaitMore(MORE, PATIENCE);
            for (var node : fleet.nodes()) {
                var begun = System.nanoTime();
                node.process().stop();
                node.process().becomes("");
                node.process().start();
                log.printf(
                        "%s is of this release after %.1f s; %d were accepted so far%n",
                        node, (System.nanoTime() - begun) / 1e9, crowd.accepted());
                crowd.awaitMore(MORE, PATIENCE);
            }
            crowd.endIn(PATIENCE);
            reader.interrupt();
            reader.join();
            var result = new FaultRunCheck(fleet, servers, alipay, offers, crowd.wishes(), false).settle(PATIENCE);
            return tell(
                    crowd,
                    result,
                    Stream.concat(pages.stream(), nginx.failures().stream()).toList(),
                    servers,
                    log);
        }
    }

    private static void readPages(Fleet fleet, List<String> offers, Queue<String> failures) {
        var client = HttpClient.newHttpClient();
        var paths = List.of("/", "/offers/" + offers.get(1), "/orders", "/account");
        try {
            for (int turn = 0; ; turn++) {
                Thread.sleep(50);
                var path = paths.get(turn % paths.size());
                var request = HttpRequest.newBuilder(URI.create(fleet.address(ThreadLocalRandom.current()) + path))
                        .header("Accept", "text/html")
                        .header("Cookie", fleet.cookie(READER, Role.SHOPPER))
                        .build();
                var status = client.send(request, BodyHandlers.discarding()).statusCode();
                if (status >= 500) {
                    failures.add(status + " for " + path);
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (IOException failure) {
            failures.add(failure.toString());
        }
    }

    private static long tell(
            FaultCrowd crowd, FaultRunCheck.Result result, List<String> pages, OwnServers servers, PrintStream log) {
        var failures = crowd.failures();
        var dead = servers.count("task_dead");
        log.printf(
                "%d clicks, %d purchases, %d orders; %d oversold, %d lost, %d stranded, %d double refunds%n",
                result.clicks(),
                result.purchases(),
                result.orders(),
                result.oversold(),
                result.lost(),
                result.stranded(),
                result.doubleRefunds());
        log.printf(
                "busy %d times; other answers of 500 and more: %d to shoppers, %d to pages or by nginx; %d tasks set aside%n",
                crowd.wishes().stream().mapToLong(wish -> wish.busyAt().size()).sum(),
                failures.size(),
                pages.size(),
                dead);
        Stream.of(result.broken(), failures, pages)
                .flatMap(List::stream)
                .distinct()
                .limit(20)
                .forEach(reason -> log.println("BROKEN " + reason));
        return result.broken().size() + failures.size() + pages.size() + dead;
    }
}
