package stampede.load;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/** Asks, for every purchase that was accepted, what became of it, until each has its end or patience has. */
final class PurchaseOutcomes {

    private static final int ASKERS = 8;

    private final ShopApi shopApi;
    private final List<Shopper> shoppers;
    private final Map<String, String> ends = new ConcurrentHashMap<>();

    PurchaseOutcomes(ShopApi shopApi, List<Shopper> shoppers) {
        this.shopApi = shopApi;
        this.shoppers = shoppers;
    }

    /**
     * Asks round after round.
     *
     * @param progress is told after each round how many are still open
     */
    void await(Collection<AnswerTally.Accepted> accepted, Duration patience, IntConsumer progress)
            throws InterruptedException {
        var until = System.nanoTime() + patience.toNanos();
        var askers = Executors.newFixedThreadPool(ASKERS);
        try {
            var open = List.copyOf(accepted);
            while (!open.isEmpty() && System.nanoTime() < until) {
                askers.invokeAll(open.stream().map(this::ask).toList());
                open = open.stream()
                        .filter(purchase -> !ends.containsKey(purchase.purchase()))
                        .toList();
                progress.accept(open.size());
                TimeUnit.MILLISECONDS.sleep(open.isEmpty() ? 0 : 500);
            }
        } finally {
            askers.shutdownNow();
        }
    }

    /** How many purchases ended as PLACED, and how many as which refusal. */
    Map<String, Long> counts() {
        return ends.values().stream().collect(Collectors.groupingBy(end -> end, TreeMap::new, Collectors.counting()));
    }

    long placed() {
        return counts().getOrDefault("PLACED", 0L);
    }

    long ended() {
        return ends.size();
    }

    private Callable<Boolean> ask(AnswerTally.Accepted purchase) {
        return () -> {
            var token = shoppers.get(purchase.shopper()).token();
            var answer = shopApi.purchase(token, purchase.purchase());
            answer.ifPresent(stands -> {
                switch (stands.path("status").asString("")) {
                    case "PLACED" -> ends.put(purchase.purchase(), "PLACED");
                    case "REFUSED" ->
                        ends.put(
                                purchase.purchase(),
                                "REFUSED " + stands.path("reason").asString("without a reason"));
                    default -> {}
                }
            });
            return answer.isPresent();
        };
    }
}
