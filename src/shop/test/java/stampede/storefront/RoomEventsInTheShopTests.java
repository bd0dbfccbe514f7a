package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.room.RoomOpening;
import stampede.room.WaitingRooms;
import stampede.security.PageCookies;

/** What a page of a waiting room hears over its connection, and who may have one. */
@StampedeTest
class RoomEventsInTheShopTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int FIRST = 1_900;

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RoomOpening opening;

    @Autowired
    private WaitingRooms rooms;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private StringRedisTemplate redis;

    private final HttpClient client = HttpClient.newHttpClient();
    private OfferId offer;

    /** In which nobody's turn comes by itself. */
    @BeforeEach
    void openARoom() {
        var opens = Instant.now().plusSeconds(4).truncatedTo(ChronoUnit.SECONDS);
        offer = OfferId.of(fixture.inWindow(new SaleWindow(opens, opens.plusSeconds(3_600))));
        opening.open(OPERATOR, offer, "");
        await().atMost(PATIENCE)
                .until(() -> rooms.of(offer).filter(room -> room.isServing()).isPresent());
        set("moved", Instant.now().plusSeconds(3_600).toEpochMilli());
        set("next", FIRST);
    }

    @Test
    void aTurnThatComesIsHeardWithinASecond() throws IOException, InterruptedException {
        var waiting = IntStream.range(0, 3).mapToObj(number -> shopper()).toList();
        var tickets = waiting.stream().map(this::join).toList();
        var took = new ArrayList<Duration>();
        for (int number = 0; number < waiting.size(); number++) {
            var answer = stream(waiting.get(number), tickets.get(number));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("text/event-stream");
            assertThat(answer.headers().firstValue("X-Accel-Buffering")).contains("no");
            try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                assertThat(lines.readLine()).isEqualTo("event:ahead");
                assertThat(lines.readLine()).matches("data:\\d{1,4}");
                var come = System.nanoTime();
                set("turn", FIRST + 1 + number);
                assertThat(lines.lines()).contains("event:settled");
                took.add(Duration.ofNanos(System.nanoTime() - come));
            }
        }
        assertThat(took).as("%s", took).allMatch(one -> one.compareTo(PATIENCE) < 0);
        assertThat(Collections.min(took))
                .as("at a moment in which the machine has time")
                .isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void whoseTurnIsFarOffAsksInstead() throws IOException, InterruptedException {
        set("next", 9_000);
        var shopper = shopper();
        var ticket = join(shopper);
        await().atMost(PATIENCE).until(() -> rooms.of(offer).orElseThrow().waiting() > 9_000);

        assertThat(status(shopper, ticket)).isEqualTo(409);
        var page = client.send(request("/queue", cookie(shopper, ticket)), BodyHandlers.ofString())
                .body();
        assertThat(page).contains("data-poll=").doesNotContain("data-events");
    }

    @Test
    void nobodyHearsByATicketThatIsNotTheirs() throws IOException, InterruptedException {
        var shopper = shopper();
        var ticket = join(shopper);

        assertThat(status(shopper, ticket.substring(0, ticket.length() - 1) + (ticket.endsWith("A") ? "B" : "A")))
                .as("changed")
                .isEqualTo(403);
        assertThat(status(shopper(), ticket)).as("another's").isEqualTo(403);
        assertThat(status(shopper, "")).as("none").isEqualTo(403);
        var stranger =
                client.send(request("/queue/events", "ticket-" + offer + "=" + ticket), BodyHandlers.discarding());
        assertThat(stranger.statusCode()).as("nobody signed in").isEqualTo(302);
        var other = OfferId.of(
                fixture.inWindow(new SaleWindow(Instant.now(), Instant.now().plusSeconds(600))));
        assertThat(client.send(request(other, "/queue/events", cookie(shopper, ticket)), BodyHandlers.discarding())
                        .statusCode())
                .as("no room")
                .isEqualTo(409);
    }

    @Test
    void anAccountHasFourConnections() throws IOException, InterruptedException {
        var shopper = shopper();
        var ticket = join(shopper);
        var open = new ArrayList<InputStream>();
        try {
            for (int tab = 0; tab < 4; tab++) {
                var answer = stream(shopper, ticket);
                open.add(answer.body());
                assertThat(answer.statusCode()).isEqualTo(200);
            }
            assertThat(status(shopper, ticket)).isEqualTo(503);

            set("turn", FIRST + 10);
            for (var body : List.copyOf(open)) {
                body.transferTo(OutputStream.nullOutputStream());
            }
            await("all have ended").atMost(PATIENCE).until(() -> status(shopper, ticket) == 200);
        } finally {
            for (var body : open) {
                body.close();
            }
        }
    }

    private String join(SignedIn shopper) {
        return rooms.join(shopper, offer, "", () -> {}).ticket();
    }

    private SignedIn shopper() {
        return accounts.ensure(
                "waits" + UUID.randomUUID().toString().substring(0, 8), "a long enough password", Role.SHOPPER);
    }

    private void set(String field, long value) {
        var room = rooms.of(offer).orElseThrow().id();
        redis.opsForHash().put("room:{room-%s}:%s:state".formatted(offer, room), field, Long.toString(value));
    }

    private int status(SignedIn shopper, String ticket) throws IOException, InterruptedException {
        var answer = stream(shopper, ticket);
        answer.body().close();
        return answer.statusCode();
    }

    private HttpResponse<InputStream> stream(SignedIn shopper, String ticket) throws IOException, InterruptedException {
        return client.send(request("/queue/events", cookie(shopper, ticket)), BodyHandlers.ofInputStream());
    }

    private HttpRequest request(String path, String cookie) {
        return request(offer, path, cookie);
    }

    private HttpRequest request(OfferId of, String path, String cookie) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/offers/" + of + path))
                .header("Accept", path.endsWith("/events") ? "text/event-stream" : "text/html")
                .header("Cookie", cookie)
                .timeout(PATIENCE)
                .build();
    }

    private String cookie(SignedIn shopper, String ticket) {
        var response = new MockHttpServletResponse();
        cookies.signIn(shopper, new MockHttpServletRequest(), response);
        return Arrays.stream(response.getCookies())
                        .filter(given -> given.getMaxAge() != 0)
                        .map(given -> given.getName() + "=" + given.getValue())
                        .collect(Collectors.joining("; "))
                + "; ticket-" + offer + "=" + ticket;
    }
}
