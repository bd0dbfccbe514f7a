package stampede.faults;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Proof;

/**
 * Shoppers who come one after the other, so many at the same time, until nobody comes any more. In the suite a moment passes before the
 * next one comes: without it they keep both cores busy, and what is tested beside them takes three times as long.
 */
final class FaultCrowd implements AutoCloseable {

    private static final int MS_BEFORE_THE_NEXT = Proof.size(250, 0);
    private static final long FIRST_SHOPPER = 10_000;
    private static final int SHOPPERS = 2_000;
    private static final AtomicInteger CROWDS = new AtomicInteger();

    private final Fleet fleet;
    private final LocalAlipay alipay;
    private final long seed;
    private final int number = CROWDS.incrementAndGet();
    private final ShopperPatience shopperPatience = new ShopperPatience();
    private final AtomicInteger came = new AtomicInteger();
    private final Queue<PurchaseWish> wishes = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads;
    private volatile boolean isOpen = true;

    /** @param offers what they want; each takes any of these */
    FaultCrowd(Fleet fleet, LocalAlipay alipay, List<String> offers, long seed, int atOnce) {
        this(fleet, alipay, seed, Collections.nCopies(atOnce, offers));
    }

    /** @param wanted what those want who come one after the other, for each who is there at the same time */
    private FaultCrowd(Fleet fleet, LocalAlipay alipay, long seed, List<List<String>> wanted) {
        this.fleet = fleet;
        this.alipay = alipay;
        this.seed = seed;
        this.threads = Executors.newFixedThreadPool(wanted.size());
        fleet.open(
                LongStream.range(FIRST_SHOPPER, FIRST_SHOPPER + SHOPPERS)
                        .mapToObj(AccountId::new)
                        .toList(),
                Role.SHOPPER);
        wanted.forEach(offers -> threads.execute(() -> comeAndGo(offers)));
    }

    /** So many for each offer, who want no other: those whose offer does not sell do not keep anybody from the others. */
    static FaultCrowd ofEach(Fleet fleet, LocalAlipay alipay, List<String> offers, long seed, int atOnce) {
        return new FaultCrowd(
                fleet,
                alipay,
                seed,
                offers.stream()
                        .flatMap(offer -> Collections.nCopies(atOnce, List.of(offer)).stream())
                        .toList());
    }

    /** Nobody else comes; who is there stays until there is an end to their story, or to patience. */
    void endIn(Duration time) throws InterruptedException {
        isOpen = false;
        shopperPatience.endsIn(time);
        threads.shutdown();
        if (!threads.awaitTermination(time.plusSeconds(30).toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("Shoppers wait for something that has no time-out");
        }
    }

    /** All that was wanted so far. */
    List<PurchaseWish> wishes() {
        return new ArrayList<>(wishes);
    }

    /** Answers of 500 and more that have no reason of ours, whatever was asked. */
    List<String> failures() {
        return wishes.stream().flatMap(wish -> wish.failures().stream()).toList();
    }

    long accepted() {
        return accepted(wish -> true);
    }

    /** Waits until so many more were accepted. */
    void awaitMore(int purchases, Duration patience) {
        awaitMore(wish -> true, purchases, patience);
    }

    /** The same, of one offer. */
    void awaitMore(String offer, int purchases, Duration patience) {
        awaitMore(wish -> wish.offer().equals(offer), purchases, patience);
    }

    /** The longest time in this span, by the clock of {@link System#nanoTime}, in which nobody was told that they have one. */
    Duration longestPause(String offer, long from, long until) {
        var last = from;
        var longest = 0L;
        var accepted = wishes.stream()
                .filter(wish -> wish.offer().equals(offer) && wish.wasAccepted())
                .mapToLong(PurchaseWish::acceptedAt)
                .filter(at -> at > from && at < until)
                .sorted()
                .toArray();
        for (var at : accepted) {
            longest = Math.max(longest, at - last);
            last = at;
        }
        return Duration.ofNanos(Math.max(longest, until - last));
    }

    private void awaitMore(Predicate<PurchaseWish> which, int purchases, Duration patience) {
        var before = accepted(which);
        await().atMost(patience).until(() -> accepted(which) >= before + purchases);
    }

    private long accepted(Predicate<PurchaseWish> which) {
        return wishes.stream().filter(which).filter(PurchaseWish::wasAccepted).count();
    }

    private void comeAndGo(List<String> wanted) {
        try {
            while (isOpen) {
                var wish = next(came.incrementAndGet(), wanted);
                wishes.add(wish);
                wish.live();
                Thread.sleep(MS_BEFORE_THE_NEXT);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private PurchaseWish next(int guest, List<String> wanted) {
        var chance = new Random(seed * 1_000_003 + guest);
        var shopper = new AccountId(FIRST_SHOPPER + chance.nextInt(SHOPPERS));
        var offer = wanted.get(chance.nextInt(wanted.size()));
        Supplier<ShopClient> doors =
                () -> fleet.door(ThreadLocalRandom.current()).with(token(shopper));
        return new PurchaseWish(
                shopper, offer, "k" + seed + "-" + number + "-" + guest, chance, doors, alipay, shopperPatience);
    }

    private String token(AccountId shopper) {
        return fleet.token(shopper, Role.SHOPPER);
    }

    @Override
    public void close() {
        isOpen = false;
        threads.shutdownNow();
    }

    /** How long shoppers go on: for ever while things go wrong, and for so long once all is well again. */
    static final class ShopperPatience {

        private volatile long end = Long.MAX_VALUE;

        void endsIn(Duration time) {
            end = System.nanoTime() / 1_000_000 + time.toMillis();
        }

        boolean lasts() {
            return System.nanoTime() / 1_000_000 < end;
        }

        /** Between two tries. */
        void pause() throws InterruptedException {
            Thread.sleep(ThreadLocalRandom.current().nextInt(100, 400));
        }
    }
}
