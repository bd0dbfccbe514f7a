package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Splitter;
import com.google.common.util.concurrent.RateLimiter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import stampede.api.ApiClient;

/** Programs that wait for an offer and want one unit each over the JSON API, each with an account of its own, until nothing is left. */
final class RoomCrowd {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** How often each asks for its place. */
    private static final Duration ASKS_EVERY = Duration.ofSeconds(2);

    /** So many speak at a time. */
    private static final int TOGETHER = 32;

    /** All come from one address, of which a hundred may press in a second, and people come from it as well. */
    private static final double PRESSES_PER_SECOND = 40;

    private final RateLimiter pressing = RateLimiter.create(PRESSES_PER_SECOND);
    private final List<ApiClient> bots;
    private final String offer;
    private final Map<ApiClient, String> tickets = new ConcurrentHashMap<>();
    private final Map<ApiClient, String> passes = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> places = new ConcurrentHashMap<>();
    private final Set<ApiClient> emptyHanded = ConcurrentHashMap.newKeySet();
    private volatile boolean mayPress;

    /** @param tokens of their accounts */
    RoomCrowd(ApiClient shop, List<String> tokens, String offer) {
        this.bots = tokens.stream().map(shop::as).toList();
        this.offer = offer;
    }

    /** Has each take a ticket; while Redis does not answer it asks again. */
    void join() {
        each(bots, bot -> {
            var joined = await().atMost(PATIENCE)
                    .until(
                            () -> bot.post(queue(), ""),
                            answer -> !answer.text("reason").equals("ROOM_AWAY"));
            assertThat(joined.status()).as("%s", joined.body()).isEqualTo(200);
            tickets.put(bot, joined.text("ticket"));
        });
    }

    /** Has each wait for its turn, take a pass, and press once it {@linkplain #press may}, until it has a unit or is told that all are sold. */
    CompletableFuture<Void> buy() {
        return CompletableFuture.runAsync(
                () -> {
                    var left = ConcurrentHashMap.<ApiClient>newKeySet();
                    left.addAll(bots);
                    await().atMost(PATIENCE).pollInterval(ASKS_EVERY).until(() -> {
                        each(left, bot -> {
                            if (isThrough(bot)) {
                                left.remove(bot);
                            }
                        });
                        return left.isEmpty();
                    });
                },
                task -> new Thread(task, "room-crowd").start());
    }

    /** Whoever has a pass presses from now on. */
    void press() {
        mayPress = true;
    }

    /** How many were told that all is sold. */
    int emptyHanded() {
        return emptyHanded.size();
    }

    /** The place of each ticket, both from 0 on. */
    Map<Integer, Integer> places() {
        return Map.copyOf(places);
    }

    /** Whether it knows what became of its wish. */
    private boolean isThrough(ApiClient bot) {
        if (!passes.containsKey(bot)) {
            takesPass(bot);
        }
        return mayPress && passes.containsKey(bot) && buys(bot, passes.get(bot));
    }

    private void takesPass(ApiClient bot) {
        var ticket = tickets.get(bot);
        var waiting = bot.with("Waiting-Room-Ticket", ticket);
        var place = waiting.get(queue());
        if (place.text("stage").equals("YOUR_TURN")) {
            places.put(numberOf(ticket), place.body().path("place").asInt() - 1);
            var turn = waiting.post(queue() + "/pass", "");
            assertThat(turn.status()).as("%s", turn.body()).isEqualTo(200);
            passes.put(bot, turn.text("pass"));
        }
    }

    private boolean buys(ApiClient bot, String pass) {
        var unused = pressing.acquire();
        var bought = bot.with("Waiting-Room-Pass", pass).buy(offer, 1, "wish");
        switch (bought.text("reason")) {
            case "SOLD_OUT" -> {
                assertThat(bought.status()).isEqualTo(409);
                emptyHanded.add(bot);
            }
            case "TURN_OVER" -> passes.remove(bot);
            case "" -> assertThat(bought.status()).as("%s", bought.body()).isEqualTo(202);
            default -> assertThat(bought.status()).as("%s", bought.body()).isEqualTo(429);
        }
        return bought.status() == 202 || emptyHanded.contains(bot);
    }

    /** The number of a ticket, from 0 on. */
    static int numberOf(String ticket) {
        return Integer.parseInt(Splitter.on('.').splitToList(ticket).get(4));
    }

    private String queue() {
        return "/api/v1/offers/" + offer + "/queue";
    }

    private static void each(Collection<ApiClient> bots, Consumer<ApiClient> act) {
        var threads = Executors.newFixedThreadPool(TOGETHER);
        try {
            CompletableFuture.allOf(bots.stream()
                            .map(bot -> CompletableFuture.runAsync(() -> act.accept(bot), threads))
                            .toArray(CompletableFuture[]::new))
                    .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join();
        } finally {
            threads.shutdownNow();
        }
    }
}
