package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.room.IndependentDraw;
import tools.jackson.databind.JsonNode;

/** Shoppers who wait in a room and buy one unit each when it is their turn; whoever is not answered asks again a moment later. */
final class RoomVisitors implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long ASKS_EVERY_MILLIS = 300;
    private static final Splitter POINTS = Splitter.on('.');

    private final ShopClient stranger;
    private final String offer;
    private final Instant opens;
    private final List<ShopClient> shoppers;
    private final Map<ShopClient, String> tickets = new ConcurrentHashMap<>();
    private final Map<ShopClient, String> bought = new ConcurrentHashMap<>();

    /** The places that were told of a ticket, from 0 on; more than one would be a lie. */
    private final Map<Integer, Set<Integer>> places = new ConcurrentHashMap<>();

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads;

    /**
     * @param address of a node that takes requests
     * @param opens when the offer's sale opens
     * @param first number of the first account
     */
    RoomVisitors(Fleet fleet, String address, String offer, Instant opens, long first, int count) {
        this.stranger = new ShopClient(address);
        this.offer = offer;
        this.opens = opens;
        var accounts =
                LongStream.range(first, first + count).mapToObj(AccountId::new).toList();
        fleet.open(accounts, Role.SHOPPER);
        this.shoppers = accounts.stream()
                .map(account -> stranger.with(fleet.token(account, Role.SHOPPER)))
                .toList();
        this.threads = Executors.newFixedThreadPool(count);
    }

    /** Has each take a ticket. */
    void join() {
        for (var shopper : shoppers) {
            await("a ticket").atMost(PATIENCE).until(() -> {
                var joined = shopper.tryToPost(queue(), Map.of());
                if (joined.isSuccess()) {
                    tickets.put(shopper, joined.body().path("ticket").asString());
                }
                return joined.isSuccess();
            });
        }
    }

    /** From now on each asks for its turn, and buys. */
    void begin() {
        shoppers.forEach(shopper -> threads.execute(() -> waitAndBuy(shopper)));
    }

    /** How many have a unit, or had one that they did not pay. */
    int bought() {
        return bought.size();
    }

    /** What must not be. */
    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** Asks again for the ticket of each, which is the one that it has. */
    void assertTicketsAreTheSame() {
        tickets.forEach((shopper, ticket) -> {
            var again = await("the ticket")
                    .atMost(PATIENCE)
                    .until(() -> shopper.tryToPost(queue(), Map.of()), ShopClient.Answer::isSuccess);
            assertThat(number(again.body().path("ticket").asString())).isEqualTo(number(ticket));
        });
    }

    /** What was promised was drawn, and each was told that place and no other. */
    void assertDrawnAsPromised(String commitment) {
        var state = state();
        var seed = HexFormat.of().parseHex(state.path("seed").asString());
        assertThat(state.path("commitment").asString()).isEqualTo(commitment);
        assertThat(IndependentDraw.commitment(seed)).isEqualTo(commitment);
        var early = state.path("early").asInt();
        assertThat(early).as("all were there before").isEqualTo(shoppers.size());
        var drawn = IndependentDraw.places(seed, early);
        var expected = new TreeMap<Integer, Set<Integer>>();
        tickets.values().forEach(ticket -> expected.put(number(ticket), Set.of(drawn.get(number(ticket)))));
        assertThat(new TreeMap<>(places)).isEqualTo(expected);
    }

    /** As everybody may see it. */
    JsonNode state() {
        return stranger.get(queue() + "/state");
    }

    /** What it is now; empty while nobody says so. */
    Optional<JsonNode> stateIfAny() {
        try {
            return Optional.of(stranger.tryToGet(queue() + "/state"))
                    .filter(ShopClient.Answer::isSuccess)
                    .map(ShopClient.Answer::body);
        } catch (IOException none) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private void waitAndBuy(ShopClient shopper) {
        try {
            while (!bought.containsKey(shopper)) {
                try {
                    tryToBuy(shopper);
                } catch (IOException away) {
                    // It is asked again.
                }
                TimeUnit.MILLISECONDS.sleep(ASKS_EVERY_MILLIS);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryToBuy(ShopClient shopper) throws IOException, InterruptedException {
        var ticket = tickets.get(shopper);
        var waiting = shopper.showing("Waiting-Room-Ticket", ticket);
        var place = waiting.tryToGet(queue());
        if (place.isSuccess() && place.body().path("place").isNumber()) {
            places.computeIfAbsent(number(ticket), number -> ConcurrentHashMap.newKeySet())
                    .add(place.body().path("place").asInt() - 1);
        }
        if (place.isSuccess() && !place.body().path("stage").asString().equals("YOUR_TURN")) {
            return;
        }
        var turn = waiting.tryToPost(queue() + "/pass", Map.of());
        if (turn.isSuccess() && turn.body().path("pass").isString()) {
            if (Instant.now().isBefore(opens)) {
                wrong.add("let in before the opening");
            }
            var answer = shopper.showing(
                            "Waiting-Room-Pass", turn.body().path("pass").asString())
                    .tryToBuy(offer, "in-turn");
            if (answer.isSuccess()) {
                bought.put(shopper, answer.body().path("purchaseId").asString());
            }
        }
    }

    private String queue() {
        return "/api/v1/offers/" + offer + "/queue";
    }

    private static int number(String ticket) {
        return Integer.parseInt(POINTS.splitToList(ticket).get(4));
    }

    @Override
    public void close() {
        threads.shutdownNow();
        await("the visitors' end").atMost(PATIENCE).until(threads::isTerminated);
    }
}
