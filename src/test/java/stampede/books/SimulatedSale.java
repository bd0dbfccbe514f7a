package stampede.books;

import static stampede.stock.StockWorkbench.key;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferId;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.stock.Reservation;
import stampede.stock.SaleTerms;
import stampede.stock.StockView;
import stampede.stock.StockWorkbench;

/**
 * One sale as a sequence of random steps on the real scripts, tables and books, one at a time so that a seed repeats it:
 * messages are lost, doubled and late, workers and rebuilders stop between any two steps, Redis forgets its last writes or
 * everything. After each few steps the rules that hold at any time must hold, and at the end, when all is delivered, those
 * for an offer at rest.
 */
class SimulatedSale {

    /** Something done wrong on purpose, to see that the simulation would notice. */
    enum Mistake {
        NONE,
        /** A release does not keep the reservation from coming back. */
        NO_TOMBSTONE_IN_REDIS,
        /** An abandoned reservation gets no row that keeps its message from becoming an order. */
        NO_TOMBSTONE_IN_THE_DATABASE,
        /** Who loses a message adds the units to what is left instead of taking the reservation away. */
        BARE_INCREMENT,
        /** An order is closed without giving its units back. */
        CLOSED_WITHOUT_RETURN,
        /** A worker that gets a message twice takes the units twice. */
        TAKEN_TWICE
    }

    private static final List<String> KEYS =
            List.of("state", "shoppers", "reservations", "pending", "keys", "released");

    private final BooksWorkbench bench;
    private final StockWorkbench stock = StockWorkbench.get();
    private final Random chance;
    private final boolean redisForgets;
    private final Mistake mistake;
    private final OfferId offer;
    private final List<Reservation> kept = new ArrayList<>();
    private final List<Reservation> messages = new ArrayList<>();
    private final List<Reservation> settlesUnderWay = new ArrayList<>();
    private final List<Reservation> releasesUnderWay = new ArrayList<>();
    private final List<Rebuilder> rebuilders = new ArrayList<>();
    private final Map<String, byte[]> backup = new HashMap<>();

    /** With a Redis that forgets nothing, no audit is needed at the end, so none is made: the sweeper must do. */
    SimulatedSale(long seed, boolean redisForgets, Mistake mistake) {
        this.chance = new Random(seed);
        this.redisForgets = redisForgets;
        this.mistake = mistake;
        this.bench = new BooksWorkbench(mistake == Mistake.NO_TOMBSTONE_IN_THE_DATABASE);
        this.offer = stock.openOffer(4 + chance.nextInt(8), 1 + chance.nextInt(3));
    }

    /** Plays the sale; answers the broken rules, empty if there are none. */
    List<String> play(int steps) throws InterruptedException {
        for (int i = 1; i <= steps; i++) {
            step();
            if (i % 10 == 0) {
                var broken = broken(bench.check.check(offer).always());
                if (!broken.isEmpty()) {
                    return broken;
                }
            }
        }
        settleDown();
        var broken = new ArrayList<>(broken(bench.check.check(offer).findings().toList()));
        broken.addAll(missing());
        return broken;
    }

    private void step() throws InterruptedException {
        var dice = chance.nextInt(100);
        if (dice < 30) {
            reserve();
        } else if (dice < 58) {
            deliver();
        } else if (dice < 64) {
            settleLate();
        } else if (dice < 74) {
            close();
        } else if (dice < 82) {
            releaseLate();
        } else if (dice < 87) {
            bench.sweeper.sweep(offer);
            receiveWhatWasSentAgain();
        } else if (dice < 88) {
            bench.letTimePass(BooksWorkbench.ABANDON_AFTER.plusSeconds(1));
        } else if (dice < 89) {
            changeTotal();
        } else if (dice < 90) {
            pauseOrResume();
        } else if (redisForgets) {
            forgetOrRepair(dice);
        }
    }

    private void forgetOrRepair(int dice) throws InterruptedException {
        if (dice < 91) {
            stock.lose(offer);
        } else if (dice < 92) {
            remember();
        } else if (dice < 93) {
            restore();
        } else if (dice < 95) {
            bench.audit.audit(offer);
        } else {
            rebuildAStep();
        }
    }

    private void reserve() {
        var request = StockWorkbench.request(offer, 1 + chance.nextInt(8), 1 + chance.nextInt(2));
        stock.reserveForAnEagerSweeper(request).ifPresent(reservation -> {
            kept.add(reservation);
            var luck = chance.nextInt(10);
            if (luck > 0) {
                messages.add(reservation);
            } else if (mistake == Mistake.BARE_INCREMENT) {
                stock.redis.opsForHash().increment(key(offer, "state"), "left", reservation.units());
            }
            if (luck == 9) {
                messages.add(reservation);
            }
        });
    }

    /** A worker: it may stop before the commit, after it, or between reading what to tell Redis and telling it. */
    private void deliver() {
        var message = any(messages);
        if (message == null || chance.nextInt(10) == 0) {
            return;
        }
        if (!bench.orders.place(message) && mistake == Mistake.TAKEN_TWICE) {
            stock.sql
                    .sql("update stock_balance set available = available - 1 where offer_id = :o and available > 0")
                    .param("o", offer.value())
                    .update();
        }
        var holds = holds(message);
        switch (chance.nextInt(6)) {
            case 0 -> {
                // Stopped after the commit: the broker delivers the message again.
            }
            case 1 -> {
                messages.remove(message);
                (holds ? settlesUnderWay : releasesUnderWay).add(message);
            }
            default -> {
                tell(message, holds);
                messages.remove(message);
            }
        }
    }

    private void tell(Reservation reservation, boolean holds) {
        if (holds) {
            stock.counter.settle(List.of(reservation));
        } else {
            release(reservation);
        }
    }

    private void settleLate() {
        var late = any(settlesUnderWay);
        if (late != null) {
            stock.counter.settle(List.of(late));
            settlesUnderWay.remove(late);
        }
    }

    private void close() {
        var order = any(kept);
        if (order == null) {
            return;
        }
        if (mistake == Mistake.CLOSED_WITHOUT_RETURN && holds(order)) {
            bench.orders.set(order.id(), OrderStatus.CLOSED, 0);
            releasesUnderWay.add(order);
        } else if (bench.orders.close(order)) {
            releasesUnderWay.add(order);
        }
    }

    private void releaseLate() {
        var late = any(releasesUnderWay);
        if (late != null) {
            release(late);
            if (chance.nextInt(4) > 0) {
                releasesUnderWay.remove(late);
            }
        }
    }

    private void release(Reservation reservation) {
        stock.counter.release(List.of(reservation));
        if (mistake == Mistake.NO_TOMBSTONE_IN_REDIS) {
            stock.redis.delete(key(offer, "released"));
        }
    }

    private void receiveWhatWasSentAgain() {
        var byId = kept.stream()
                .collect(Collectors.toMap(reservation -> reservation.id().toString(), reservation -> reservation));
        bench.sent.forEach(message -> {
            var reservation = byId.get(message.reservationId());
            if (reservation != null) {
                messages.add(reservation);
            }
        });
        bench.sent.clear();
    }

    private void changeTotal() {
        var terms = terms();
        var least = terms.total() - terms.available();
        stock.transactions.executeWithoutResult(
                status -> stock.ledger.changeTotal(offer, Math.max(1, least + chance.nextInt(6))));
        if (chance.nextBoolean()) {
            stock.loading.align(offer);
        }
    }

    private void pauseOrResume() {
        if (terms().paused()) {
            stock.gate.resume(offer);
        } else {
            stock.gate.pause(offer);
        }
    }

    private void remember() {
        backup.clear();
        for (var part : KEYS) {
            var dump = stock.redis.dump(key(offer, part));
            if (dump != null) {
                backup.put(part, dump);
            }
        }
    }

    /** Redis comes back with what it had a while ago. */
    private void restore() {
        if (!backup.isEmpty()) {
            stock.lose(offer);
            backup.forEach((part, dump) -> stock.restore(key(offer, part), dump));
            bench.epochs.forget(offer);
        }
    }

    private void rebuildAStep() {
        if (rebuilders.size() < 3 && chance.nextInt(3) == 0) {
            stock.loading.begin(terms(), Duration.ZERO).map(Rebuilder::new).ifPresent(rebuilders::add);
            return;
        }
        if (!rebuilders.isEmpty()) {
            var rebuilder = rebuilders.get(chance.nextInt(rebuilders.size()));
            if (chance.nextInt(12) == 0 || !rebuilder.step()) {
                rebuilders.remove(rebuilder);
            }
        }
    }

    /** All faults are over and everything that is under way arrives. */
    private void settleDown() throws InterruptedException {
        while (!rebuilders.isEmpty()) {
            rebuilders.removeIf(rebuilder -> !rebuilder.step());
        }
        if (stock.inspection.check(offer).view().gate() == StockView.Gate.COLD || gate() == StockView.Gate.WARMING) {
            bench.rebuild.now(offer);
        }
        settlesUnderWay.forEach(late -> stock.counter.settle(List.of(late)));
        releasesUnderWay.forEach(this::release);
        for (var message : messages) {
            bench.orders.place(message);
            tell(message, holds(message));
        }
        bench.letTimePass(BooksWorkbench.ABANDON_AFTER.plusSeconds(1));
        bench.sweeper.sweep(offer);
        if (redisForgets) {
            bench.audit.audit(offer);
        } else {
            stock.loading.align(offer);
        }
    }

    /** Unless Redis forgot some, every reservation that was kept ends in a row. */
    private List<String> missing() {
        if (redisForgets || mistake == Mistake.NO_TOMBSTONE_IN_THE_DATABASE) {
            return List.of();
        }
        var rows = bench.orders
                .statuses(kept.stream().map(SimulatedSale::order).toList())
                .keySet();
        return kept.stream()
                .filter(reservation -> !rows.contains(order(reservation)))
                .map(reservation -> "No row for reservation " + reservation.id())
                .toList();
    }

    private boolean holds(Reservation reservation) {
        return !bench.orders.holding(Set.of(order(reservation))).isEmpty();
    }

    private SaleTerms terms() {
        return stock.ledger.terms(offer).orElseThrow();
    }

    private StockView.Gate gate() {
        return stock.inspection.check(offer).view().gate();
    }

    private @Nullable Reservation any(List<Reservation> all) {
        return all.isEmpty() ? null : all.get(chance.nextInt(all.size()));
    }

    private static OrderId order(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }

    private static List<String> broken(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> !finding.ok())
                .map(finding -> finding.rule() + ": " + finding.deviation())
                .toList();
    }

    /** One who rebuilds, and may be interrupted by others or stop for good between any two steps. */
    private final class Rebuilder {

        private final SaleTerms begun;
        private int next;

        Rebuilder(SaleTerms begun) {
            this.begun = begun;
        }

        /** Takes the next step; false after the last one. */
        boolean step() {
            next++;
            switch (next) {
                case 1 -> {
                    return stock.loading.load(begun);
                }
                case 2 -> bench.audit.settleHeld(offer, Set.of());
                case 3 -> bench.audit.audit(offer);
                default -> {
                    stock.loading.open(begun);
                    return false;
                }
            }
            return true;
        }
    }
}
