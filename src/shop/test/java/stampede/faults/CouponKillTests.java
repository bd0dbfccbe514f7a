package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;
import stampede.testing.Proof;

/**
 * The node that takes requests ends by {@code kill -9} while customers take coupons: whoever was told that they have one has it, and in
 * the end there are as many as were offered: 3,000 on 2,000.
 */
@Apart
@Tag(Proof.WHOLE)
class CouponKillTests {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int AMOUNT = 2_000;
    private static final int CUSTOMERS = AMOUNT * 3 / 2;
    private static final int AT_ONCE = 16;
    private static final long FIRST_CUSTOMER = 100;
    private static final AccountId SELLER = new AccountId(2);
    private static final String COUPON = "/api/users/guest" + SELLER + "/coupons/Killed";

    private static OwnServers servers;
    private static Fleet fleet;
    private static ShopNode web;

    private final Set<AccountId> told = ConcurrentHashMap.newKeySet();
    private final Queue<AccountId> unanswered = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void start(@TempDir Path directory) {
        servers = OwnServers.empty("stampede_coupons", 6);
        fleet = new Fleet(servers, LocalAlipay.shared(), directory);
        web = fleet.add("web-1");
        fleet.add("worker-beat-1");
        fleet.start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
    }

    @Test
    void whoeverIsToldThatTheyHaveOneHasIt() throws Exception {
        var customers = LongStream.range(FIRST_CUSTOMER, FIRST_CUSTOMER + CUSTOMERS)
                .mapToObj(AccountId::new)
                .toList();
        fleet.open(customers, Role.SHOPPER);
        var seller = as(SELLER, Role.SELLER);
        seller.post("/api/users/guest" + SELLER + "/coupons", Map.of("name", "Killed", "amount", AMOUNT, "stock", 10));

        var killed = CompletableFuture.runAsync(() -> {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> told.size() >= AMOUNT / 4);
            web.process().kill();
        });
        takeAll(customers);
        killed.join();
        var toldBefore = told.size();
        assertThat(unanswered).as("whom it left without an answer").isNotEmpty();

        web.process().start();
        assertThat(told).allSatisfy(CouponKillTests::assertHas);
        // Units of those who never heard are theirs after all, or come back after a while.
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
            takeAll(customers.stream().filter(one -> !told.contains(one)).toList());
            return servers.count("coupon") == AMOUNT;
        });

        Proof.print(
                "The web node was killed after %d of %d coupons; %d of %d customers had no answer; all %d were given in the end",
                toldBefore, AMOUNT, unanswered.size(), CUSTOMERS, AMOUNT);
        assertThat(told).allSatisfy(CouponKillTests::assertHas);
        assertThat(servers.count("(select distinct owner_id from coupon) as owners"))
                .isEqualTo(AMOUNT);
        var offer = seller.get("/api/v1/seller/coupons").at("/items/0/couponId").asString();
        await().atMost(PATIENCE).untilAsserted(() -> {
            var books = fleet.books(offer);
            assertThat(books.path("ok").asBoolean()).as("%s", books).isTrue();
        });
    }

    private void takeAll(List<AccountId> customers) throws Exception {
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            var tries = customers.stream()
                    .<Callable<Void>>map(customer -> () -> take(customer))
                    .toList();
            for (var ended : threads.invokeAll(tries)) {
                ended.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Void take(AccountId customer) throws InterruptedException {
        try {
            var status = as(customer, Role.SHOPPER).tryToPatch(COUPON).status();
            assertThat(status).isIn(201, 202, 204, 429, 503);
            if (status == 201) {
                told.add(customer);
            }
        } catch (IOException dead) {
            unanswered.add(customer);
        }
        return null;
    }

    private static void assertHas(AccountId customer) {
        var list = as(customer, Role.SHOPPER).get("/api/users/guest" + customer + "/coupons");
        assertThat(list.at("/data/0/name").asString("")).as("%s", customer).isEqualTo("Killed");
    }

    private static ShopClient as(AccountId account, Role role) {
        return new ShopClient(web.address()).with(fleet.token(account, role));
    }
}
