package stampede.api.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Splitter;
import com.google.common.hash.HashCode;
import com.google.common.io.BaseEncoding;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.pressure.OfferPressure;
import stampede.room.RoomDraw;
import stampede.room.RoomOpening;
import stampede.signing.SigningKeys;

/** From a ticket to the buy button, and every way in which a waiting room says no by name. */
@StampedeTest
class RoomApiTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Where the parts of a ticket or a pass are, and its time, which is the last one. */
    private static final int ROOM = 1;

    private static final int OFFER = 2;
    private static final int SHOPPER = 3;
    private static final int UNTIL = 5;

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RoomOpening opening;

    @Autowired
    private SigningKeys keys;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private OfferPressure pressure;

    private ApiClient shop;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
    }

    @Test
    void whoIsThereBeforeTheOpeningIsDrawnAndComesInByPlace() {
        var opens = Instant.now().plusSeconds(8).truncatedTo(ChronoUnit.SECONDS);
        var offer = open(opens);
        var shoppers = fixture.shoppers(6).stream().map(shop::as).toList();
        var early = shoppers.subList(0, 5).stream()
                .map(shopper -> join(shopper, offer))
                .toList();

        var first = shoppers.get(0);
        assertThat(join(first, offer).text("ticket").replaceAll("\\.[0-9]+\\.[^.]+$", ""))
                .as("the same number on another device")
                .isEqualTo(early.get(0).text("ticket").replaceAll("\\.[0-9]+\\.[^.]+$", ""));
        assertThat(early.get(0).body().path("number").asInt()).isEqualTo(numberOf(early.get(0)));
        assertThat(place(first, offer, early.get(0)).body().path("number").asInt())
                .isEqualTo(numberOf(early.get(0)));
        assertThat(place(first, offer, early.get(0)).text("stage")).isEqualTo("GATHERING");
        assertRefused(first.buy(offer, 1, "no-pass"), 409, "WAITING_ROOM");
        assertRefused(
                first.with("Waiting-Room-Ticket", early.get(0).text("ticket")).post(queue(offer) + "/pass", ""),
                409,
                "ROOM_NOT_YET");
        assertThat(state(offer).body().path("seed").isNull()).isTrue();
        var before = shop.get(queue(offer) + "/proof").body().path(0);
        assertThat(before.path("seed").isNull()).isTrue();
        assertThat(before.path("served").asInt()).isZero();
        var commitment = state(offer).text("commitment");

        await().atMost(PATIENCE).until(() -> state(offer).body().path("turn").asInt() >= 6);
        var late = join(shoppers.get(5), offer);

        // Somebody joined in open().
        var draw = RoomDraw.of(HashCode.fromString(state(offer).text("seed")), 6);
        assertThat(RoomDraw.commitment(HashCode.fromString(state(offer).text("seed")))
                        .toString())
                .isEqualTo(commitment);
        assertThat(state(offer).body().path("early").asInt()).isEqualTo(6);
        IntStream.range(0, 5)
                .forEach(number -> assertThat(place(shoppers.get(number), offer, early.get(number))
                                .body()
                                .path("place")
                                .asInt())
                        .isEqualTo(draw.placeOf(numberOf(early.get(number))) + 1));
        assertThat(place(shoppers.get(5), offer, late).body().path("place").asInt())
                .isEqualTo(7);

        var turn =
                first.with("Waiting-Room-Ticket", early.get(0).text("ticket")).post(queue(offer) + "/pass", "");
        assertThat(turn.status()).as("%s", turn.body()).isEqualTo(200);
        var pass = turn.text("pass");
        assertRefused(shoppers.get(1).with("Waiting-Room-Pass", pass).buy(offer, 1, "anothers"), 403, "BAD_PASS");
        assertRefused(first.with("Waiting-Room-Pass", pass.substring(1)).buy(offer, 1, "changed"), 403, "BAD_PASS");
        var bought = first.with("Waiting-Room-Pass", pass).buy(offer, 1, "mine");
        assertThat(bought.status()).as("%s", bought.body()).isEqualTo(202);
        var proof = await().atMost(PATIENCE)
                .until(
                        () -> shop.get(queue(offer) + "/proof").body(),
                        rooms -> rooms.path(0).path("served").asInt() == 7);
        assertThat(proof.size()).isEqualTo(1);
        assertThat(proof.path(0).path("seed").asString()).isEqualTo(state(offer).text("seed"));
        assertThat(proof.path(0).path("commitment").asString()).isEqualTo(commitment);
        assertThat(proof.path(0).path("early").asInt()).isEqualTo(6);
        assertThat(proof.path(0).path("tickets").asInt()).isEqualTo(7);
        var ofOrder = await().atMost(PATIENCE)
                .until(
                        () -> jdbc.sql(
                                        "select number from order_ticket join orders on id = order_id where offer_id = :offer and room_id = :room")
                                .param("offer", Long.parseLong(offer))
                                .param("room", proof.path(0).path("room").asLong())
                                .query(Integer.class)
                                .list(),
                        tickets -> !tickets.isEmpty());
        assertThat(ofOrder).as("tickets that orders name").containsExactly(numberOf(early.get(0)));
        assertThat(first.buy(offer, 1, "mine").text("purchaseId"))
                .as("a purchase that was answered needs no pass")
                .isEqualTo(bought.text("purchaseId"));
    }

    /** Each is signed as the shop signs, so that nothing else is wrong with it; one that fits buys. */
    @Test
    void aPassIsGoodForItsAccountItsOfferItsRoomAndItsTimeAlone() {
        var offer = open(Instant.now().plusSeconds(8).truncatedTo(ChronoUnit.SECONDS));
        await().atMost(PATIENCE).until(() -> state(offer).body().path("serving").asBoolean());
        var token = fixture.shopper();
        var shopper = shop.as(token);
        var ticket = join(shopper, offer);
        await().atMost(PATIENCE)
                .until(() -> place(shopper, offer, ticket).text("stage").equals("YOUR_TURN"));
        var pass = shopper.with("Waiting-Room-Ticket", ticket.text("ticket"))
                .post(queue(offer) + "/pass", "")
                .text("pass");
        var stranger = shop.as(fixture.shopper());

        assertRefused(buy(stranger, pass, offer), 403, "BAD_PASS");
        for (var part : List.of(ROOM, OFFER, SHOPPER)) {
            var other = signed(pass, part, "7");
            assertRefused(buy(shopper, other, offer), 403, "BAD_PASS");
        }
        assertRefused(
                buy(shopper, signed(pass, UNTIL, Long.toString(System.currentTimeMillis())), offer), 409, "TURN_OVER");
        assertRefused(buy(shopper, "", offer), 409, "WAITING_ROOM");
        assertThat(buy(shopper, signed(pass, UNTIL, Long.toString(System.currentTimeMillis() + 60_000)), offer)
                        .status())
                .isEqualTo(202);

        for (var part : List.of(ROOM, OFFER)) {
            assertRefused(
                    shopper.with("Waiting-Room-Ticket", signed(ticket.text("ticket"), part, "7"))
                            .get(queue(offer)),
                    403,
                    "ROOM_OTHER_ROOM");
        }
    }

    /** The real pass of one room does not open another. */
    @Test
    void aPassOfAnotherRoomIsRefused() {
        var opens = Instant.now().plusSeconds(10).truncatedTo(ChronoUnit.SECONDS);
        var one = open(opens);
        var other = open(opens);
        var shopper = shop.as(fixture.shopper());
        var ticket = join(shopper, one);
        assertRefused(place(shopper, other, ticket), 403, "ROOM_OTHER_ROOM");
        await().atMost(PATIENCE)
                .until(() -> place(shopper, one, ticket).text("stage").equals("YOUR_TURN"));
        var pass = shopper.with("Waiting-Room-Ticket", ticket.text("ticket"))
                .post(queue(one) + "/pass", "")
                .text("pass");
        await().atMost(PATIENCE).until(() -> state(other).body().path("serving").asBoolean());

        assertRefused(buy(shopper, pass, other), 403, "BAD_PASS");
        assertThat(buy(shopper, pass, one).status()).isEqualTo(202);
    }

    /** Not faster than anybody may press. */
    private static ApiClient.Answer buy(ApiClient shopper, String pass, String offer) {
        return await().atMost(PATIENCE)
                .until(
                        () -> shopper.with("Waiting-Room-Pass", pass)
                                .buy(offer, 1, UUID.randomUUID().toString()),
                        answer -> answer.status() != 429);
    }

    /** A ticket or pass of which one part is another, as the shop would have written it. */
    private String signed(String text, int part, String value) {
        var parts = new ArrayList<>(Splitter.on('.').splitToList(text));
        parts.set(part, value);
        var content = String.join(".", parts.subList(0, UNTIL + 1));
        var code = keys.ofPurchases().get(0);
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(code);
            return content + "."
                    + BaseEncoding.base64Url()
                            .omitPadding()
                            .encode(
                                    mac.doFinal(("stampede-room-1\n" + content).getBytes(StandardCharsets.UTF_8)),
                                    0,
                                    16);
        } catch (GeneralSecurityException never) {
            throw new IllegalStateException(never);
        }
    }

    /** Redis may be brought back with fewer numbers than were given out, and the turn stops at those that it knows. */
    @Test
    void aTicketThatRedisDoesNotCountIsCountedWhenItIsLookedAt() {
        var offer = open(Instant.now().plusSeconds(8).truncatedTo(ChronoUnit.SECONDS));
        await().atMost(PATIENCE).until(() -> state(offer).body().path("serving").asBoolean());
        var shopper = shop.as(fixture.shopper());
        var ticket = join(shopper, offer);
        var prefix = "room:{room-%s}:%s".formatted(offer, state(offer).text("room"));

        redis.delete(Objects.requireNonNull(redis.keys(prefix + ":t:*")));
        redis.opsForHash().putAll(prefix + ":state", Map.of("next", "1", "turn", "1"));
        await().atMost(PATIENCE).until(() -> state(offer).body().path("waiting").asInt() == 1);

        await().atMost(PATIENCE)
                .until(() -> place(shopper, offer, ticket).text("stage").equals("YOUR_TURN"));
    }

    @Test
    void oneWhoKnocksWithoutEndIsNoCrowd() {
        var offer = open(Instant.now().plusSeconds(3_600));
        var without = fixture.onSale(shop, 5, 1);
        var shopper = shop.as(fixture.shopper());

        for (var knock = 0; knock < 100; knock++) {
            shopper.post(queue(offer), "");
        }
        var counted = pressure.perSecond(OfferId.of(offer));
        for (var knock = 0; knock < 10; knock++) {
            assertRefused(shopper.post(queue(without), ""), 409, "NO_ROOM");
        }

        assertThat(counted).isLessThan(10);
        assertThat(pressure.perSecond(OfferId.of(without))).isZero();
    }

    @Test
    void saysNoByName() {
        var offer = open(Instant.now().plusSeconds(3_600));
        var other = fixture.onSale(shop, 5, 1);
        var one = shop.as(fixture.shopper());
        var ticket = join(one, offer);

        assertRefused(shop.as(fixture.shopper()).post(queue(other), ""), 409, "NO_ROOM");
        assertRefused(shop.as(fixture.seller()).post(queue(offer), ""), 403, "ROOM_FOR_SHOPPERS");
        var stranger = shop.as(fixture.shopper());
        assertRefused(
                stranger.with("Waiting-Room-Ticket", ticket.text("ticket")).get(queue(offer)),
                403,
                "ROOM_OTHER_ACCOUNT");
        assertRefused(stranger.with("Waiting-Room-Ticket", "t.1.2.3").get(queue(offer)), 403, "ROOM_FORGED");
        assertRefused(
                stranger.with("Waiting-Room-Ticket", ticket.text("ticket")).post(queue(offer), ""),
                403,
                "ROOM_OTHER_ACCOUNT");
        assertThat(shop.get(queue(other) + "/state").status()).isEqualTo(404);
        assertThat(shop.get(queue(other) + "/proof").body()).isEmpty();
        assertThat(shop.get(queue("99999") + "/proof").status()).isEqualTo(404);
        assertThat(shop.post(queue(offer), "").status()).isEqualTo(401);
        var hasty = shop.as(fixture.shopper());
        assertThat(IntStream.range(0, 8)
                        .mapToObj(press -> hasty.post(queue(offer), ""))
                        .map(ApiClient.Answer::status))
                .contains(200, 429);
    }

    private String open(Instant opens) {
        var offer = fixture.inWindow(new SaleWindow(opens, opens.plusSeconds(3_600)));
        await().atMost(PATIENCE).until(() -> shop.get("/api/v1/offers/" + offer).status() == 200);
        opening.open(OPERATOR, OfferId.of(offer), "");
        await().atMost(PATIENCE).until(() -> state(offer).status() == 200);
        await().atMost(PATIENCE)
                .until(() -> join(shop.as(fixture.shopper()), offer).status() == 200);
        return offer;
    }

    private static ApiClient.Answer join(ApiClient shopper, String offer) {
        return shopper.post(queue(offer), "");
    }

    private static ApiClient.Answer place(ApiClient shopper, String offer, ApiClient.Answer ticket) {
        return shopper.with("Waiting-Room-Ticket", ticket.text("ticket")).get(queue(offer));
    }

    private static int numberOf(ApiClient.Answer ticket) {
        return Integer.parseInt(
                Splitter.on('.').splitToList(ticket.text("ticket")).get(4));
    }

    private ApiClient.Answer state(String offer) {
        return shop.get(queue(offer) + "/state");
    }

    private static String queue(String offer) {
        return "/api/v1/offers/" + offer + "/queue";
    }

    private static void assertRefused(ApiClient.Answer answer, int status, String reason) {
        assertThat(answer.text("reason")).as("%s", answer.body()).isEqualTo(reason);
        assertThat(answer.status()).isEqualTo(status);
    }
}
