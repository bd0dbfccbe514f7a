package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Splitter;
import com.google.common.util.concurrent.RateLimiter;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import stampede.api.ApiClient;

/** Programs that wait for an offer and buy it over the JSON API, each with an account of its own. */
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

    /** @param tokens of their accounts */
    RoomCrowd(ApiClient shop, List<String> tokens, String offer) {
        this.bots = tokens.stream().map(shop::as).toList();
        this.offer = offer;
    }

    /** Has each take a ticket. */
    void join() {
        each(bots, bot -> {
            var joined = bot.post(queue(), "");
            assertThat(joined.status()).as("%s", joined.body()).isEqualTo(200);
            tickets.put(bot, joined.text("ticket"));
        });
    }

    /** Has each wait for its turn, take a pass and buy one unit. */
    CompletableFuture<Void> buy() {
        return CompletableFuture.runAsync(
                () -> {
                    var left = ConcurrentHashMap.<ApiClient>newKeySet();
                    left.addAll(bots);
                    await().atMost(PATIENCE).pollInterval(ASKS_EVERY).until(() -> {
                        each(left, bot -> {
                            if (buys(bot)) {
                                left.remove(bot);
                            }
                        });
                        return left.isEmpty();
                    });
                },
                task -> new Thread(task, "room-crowd").start());
    }

    /** The place of each ticket, both from 0 on. */
    Map<Integer, Integer> places() {
        return Map.copyOf(places);
    }

    /** Whether it has what it wants. */
    private boolean buys(ApiClient bot) {
        if (!passes.containsKey(bot)) {
            takesPass(bot);
        }
        return passes.containsKey(bot) && buys(bot, passes.get(bot));
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
        assertThat(bought.status()).as("%s", bought.body()).isIn(202, 429);
        return bought.status() == 202;
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
