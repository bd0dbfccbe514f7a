package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Splitter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import stampede.api.ApiClient;

/** Programs that wait for an offer and buy it over the JSON API, each with an account of its own. */
final class RoomCrowd {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** How often each asks for its place. */
    private static final Duration ASKS_EVERY = Duration.ofSeconds(2);

    /** So many speak at a time. */
    private static final int TOGETHER = 32;

    private final List<ApiClient> bots;
    private final String offer;
    private final Map<ApiClient, String> tickets = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> places = new ConcurrentHashMap<>();

    /** @param tokens of their accounts */
    RoomCrowd(ApiClient shop, List<String> tokens, String offer) {
        this.bots = tokens.stream().map(shop::as).toList();
        this.offer = offer;
    }

    /** Has each take a ticket. */
    void join() {
        each(TOGETHER, bot -> {
            var joined = bot.post(queue(), "");
            assertThat(joined.status()).as("%s", joined.body()).isEqualTo(200);
            tickets.put(bot, joined.text("ticket"));
        });
    }

    /** Has each wait for its turn, take a pass and buy one unit. */
    CompletableFuture<Void> buy() {
        return CompletableFuture.runAsync(() -> each(bots.size(), this::buys));
    }

    /** The place of each ticket, both from 0 on. */
    Map<Integer, Integer> places() {
        return Map.copyOf(places);
    }

    private void buys(ApiClient bot) {
        var ticket = tickets.get(bot);
        var waiting = bot.with("Waiting-Room-Ticket", ticket);
        var turn = await().atMost(PATIENCE)
                .pollInterval(ASKS_EVERY)
                .pollInSameThread()
                .until(() -> waiting.get(queue()), place -> place.text("stage").equals("YOUR_TURN"));
        places.put(numberOf(ticket), turn.body().path("place").asInt() - 1);
        var pass = waiting.post(queue() + "/pass", "");
        assertThat(pass.status()).as("%s", pass.body()).isEqualTo(200);
        var buying = bot.with("Waiting-Room-Pass", pass.text("pass"));
        // All of them come from one address, of which only so many may press in a second.
        var bought = await().atMost(PATIENCE)
                .pollInterval(ASKS_EVERY)
                .pollInSameThread()
                .until(() -> buying.buy(offer, 1, "wish"), answer -> answer.status() != 429);
        assertThat(bought.status()).as("%s", bought.body()).isEqualTo(202);
    }

    /** The number of a ticket, from 0 on. */
    static int numberOf(String ticket) {
        return Integer.parseInt(Splitter.on('.').splitToList(ticket).get(4));
    }

    private String queue() {
        return "/api/v1/offers/" + offer + "/queue";
    }

    private void each(int together, Consumer<ApiClient> act) {
        try (var threads =
                Executors.newFixedThreadPool(together, Thread.ofVirtual().factory())) {
            CompletableFuture.allOf(IntStream.range(0, bots.size())
                            .mapToObj(bot -> CompletableFuture.runAsync(() -> act.accept(bots.get(bot)), threads))
                            .toArray(CompletableFuture[]::new))
                    .orTimeout(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join();
        }
    }
}
