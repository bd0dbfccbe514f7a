package stampede.api.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.pressure.OfferPressure;
import stampede.room.RoomOpening;
import stampede.room.RoomPolicy;
import stampede.room.RoomRefused;
import stampede.room.WaitingRooms;
import stampede.testing.Apart;

/** A room that opens by itself while too many people press, and closes again. */
@Apart
@StampedeTest
class RoomUnderPressureTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Each tenth of a second; more than a node is said to take. */
    private static final int CROWD = 300;

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RoomOpening opening;

    @Autowired
    private WaitingRooms rooms;

    @Autowired
    private OfferPressure pressure;

    private final ScheduledExecutorService crowd = Executors.newSingleThreadScheduledExecutor();
    private ApiClient shop;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
    }

    @AfterEach
    void goHome() {
        crowd.shutdownNow();
    }

    @Test
    void opensUnderPressureKeepsWhatWasBoughtAndClosesAgain() {
        var offer = fixture.onSale(shop, 5, 1);
        choose(offer, RoomPolicy.UNDER_PRESSURE);
        var before = shop.as(fixture.shopper());
        var bought = before.buy(offer, 1, "before");
        assertThat(bought.status()).as("%s", bought.body()).isEqualTo(202);

        var shopper = shop.as(fixture.shopper());
        var pressing = press(List.of(offer));
        await().atMost(PATIENCE).until(() -> isOpen(offer));
        assertThat(shopper.buy(offer, 1, "too-soon").text("reason")).isEqualTo("WAITING_ROOM");
        assertThat(before.buy(offer, 1, "before").text("purchaseId")).isEqualTo(bought.text("purchaseId"));
        var state = shop.get(queue(offer) + "/state").body();
        assertThat(state.path("underPressure").asBoolean()).isTrue();
        assertThat(state.path("early").asInt()).isZero();
        pressing.cancel(false);

        var ticket = shopper.post(queue(offer), "").text("ticket");
        var waiting = shopper.with("Waiting-Room-Ticket", ticket);
        await().atMost(PATIENCE)
                .until(() -> waiting.get(queue(offer)).text("stage").equals("YOUR_TURN"));
        var pass = waiting.post(queue(offer) + "/pass", "").text("pass");
        assertThat(shopper.with("Waiting-Room-Pass", pass)
                        .buy(offer, 1, "in-turn")
                        .status())
                .isEqualTo(202);

        await().atMost(PATIENCE).until(() -> !isOpen(offer));
        assertThat(shop.as(fixture.shopper()).buy(offer, 1, "afterwards").status())
                .isEqualTo(202);
    }

    @Test
    void staysClosedWhereNobodyWantsOne() {
        var never = fixture.onSale(shop, 5, 1);
        var unchosen = fixture.onSale(shop, 5, 1);
        var wanted = fixture.onSale(shop, 5, 1);
        choose(never, RoomPolicy.NEVER);
        choose(wanted, RoomPolicy.UNDER_PRESSURE);

        var pressing = press(List.of(never, unchosen, wanted));
        await().atMost(PATIENCE).until(() -> isOpen(wanted));
        assertThat(isOpen(never)).isFalse();
        assertThat(isOpen(unchosen)).isFalse();

        choose(wanted, RoomPolicy.NEVER);
        await().atMost(PATIENCE).until(() -> !isOpen(wanted));
        pressing.cancel(false);
    }

    @Test
    void aRoomWithADrawStays() {
        var offer = fixture.inWindow(
                new SaleWindow(Instant.now().plusSeconds(3_600), Instant.now().plusSeconds(7_200)));
        opening.open(OPERATOR, OfferId.of(offer), "");

        for (var policy : List.of(RoomPolicy.NEVER, RoomPolicy.UNDER_PRESSURE)) {
            assertThatThrownBy(() -> choose(offer, policy))
                    .isInstanceOfSatisfying(
                            RoomRefused.class,
                            refused -> assertThat(refused.reason().name()).isEqualTo("ROOM_STAYS"));
        }
    }

    private void choose(String offer, RoomPolicy policy) {
        opening.choose(OPERATOR, OfferId.of(offer), policy, "");
    }

    private ScheduledFuture<?> press(List<String> offers) {
        return crowd.scheduleAtFixedRate(
                () -> offers.forEach(
                        offer -> IntStream.range(0, CROWD).forEach(click -> pressure.count(OfferId.of(offer)))),
                0,
                100,
                TimeUnit.MILLISECONDS);
    }

    private boolean isOpen(String offer) {
        return rooms.of(OfferId.of(offer)).isPresent();
    }

    private static String queue(String offer) {
        return "/api/v1/offers/" + offer + "/queue";
    }
}
