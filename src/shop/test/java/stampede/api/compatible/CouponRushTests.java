package stampede.api.compatible;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.api.coupons.CouponFixture;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;
import stampede.testing.Proof;

/** Far more customers than coupons, all at once: 300 on 50, and 5,000 on 500 with {@code -Dproof=full}. */
@StampedeTest
class CouponRushTests {

    private static final int CUSTOMERS_PER_ADDRESS = 50;
    private static final int AT_ONCE = 64;
    private static final String VERSION = "HTTP/1.1 ";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @LocalServerPort
    private int port;

    @Autowired
    private CouponFixture coupons;

    @Autowired
    private ShopFixture people;

    @Autowired
    private BooksCheck books;

    @Autowired
    private JdbcTemplate jdbc;

    private final Map<Integer, AtomicInteger> answers = new ConcurrentHashMap<>();

    @Test
    void asManyHaveOneAsThereAre() throws Exception {
        var customers = people.shoppers(Proof.size(300, 5_000));
        var amount = Proof.size(50, 500);
        var seller = coupons.seller();
        var offered = coupons.as(new ApiClient(port), seller)
                .post(
                        "/api/users/" + seller.username() + "/coupons",
                        Map.of("name", "Rush", "amount", amount, "stock", 30));
        assertThat(offered.status()).isEqualTo(201);
        var path = "/api/users/" + seller.username() + "/coupons/Rush";

        var began = System.nanoTime();
        rush(customers, path);
        var took = Duration.ofNanos(System.nanoTime() - began);

        Proof.print("%d customers for %d coupons in %d ms: %s", customers.size(), amount, took.toMillis(), answers);
        assertThat(answers.keySet()).isSubsetOf(201, 202, 204, 429);
        var offer = OfferId.of(coupons.as(new ApiClient(port), seller)
                .get("/api/v1/seller/coupons")
                .body()
                .at("/items/0/couponId")
                .asString());
        assertThat(count(201) + count(202)).isEqualTo(amount);
        assertThat(count(204)).isEqualTo(customers.size() - amount);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(rows(offer)).isEqualTo(amount));
        assertThat(books.check(offer).always()).allMatch(finding -> finding.ok());
    }

    private void rush(List<String> customers, String path) throws Exception {
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            var tries = IntStream.range(0, customers.size())
                    .<Callable<Integer>>mapToObj(i -> () -> take(i, customers.get(i), path))
                    .toList();
            for (var answer : threads.invokeAll(tries)) {
                answer.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Whoever is told to wait tries again. */
    private int take(int number, String token, String path) throws IOException, InterruptedException {
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var status = patch(number, token, path);
            answers.computeIfAbsent(status, first -> new AtomicInteger()).incrementAndGet();
            if (status != 429 || System.nanoTime() > until) {
                return status;
            }
            Thread.sleep(1_000);
        }
    }

    /** From an address of their own, so that the limit of each address is in nobody else's way. */
    private int patch(int number, String token, String path) throws IOException {
        try (var socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(address(number)), 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) PATIENCE.toMillis());
            socket.setSoTimeout((int) PATIENCE.toMillis());
            var request = "PATCH " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: " + token
                    + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            return Integer.parseInt(
                    answer.readLine().substring(VERSION.length()).substring(0, 3));
        }
    }

    private static byte[] address(int number) {
        return new byte[] {127, 0, 9, (byte) (1 + number / CUSTOMERS_PER_ADDRESS)};
    }

    private int count(int status) {
        return answers.getOrDefault(status, new AtomicInteger()).get();
    }

    private int rows(OfferId offer) {
        var rows = jdbc.queryForObject("select count(*) from coupon where offer_id = ?", Integer.class, offer.value());
        return rows == null ? 0 : rows;
    }
}
