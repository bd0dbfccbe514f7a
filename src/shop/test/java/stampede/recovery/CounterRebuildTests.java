package stampede.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.key;
import static stampede.counter.StockWorkbench.nextId;
import static stampede.counter.StockWorkbench.request;
import static stampede.counter.StockWorkbench.reservation;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import stampede.books.RuleFinding;
import stampede.catalog.OfferId;
import stampede.counter.StockView;
import stampede.settlement.BooksWorkbench;
import stampede.stock.ConcurrentCalls;

class CounterRebuildTests {

    private final BooksWorkbench bench = new BooksWorkbench();

    @Test
    void opensAnOfferForTheFirstTime() throws Exception {
        var offer = bench.stock.offer(10, 2);

        assertThat(bench.rebuild.whereNeeded(List.of(offer))).containsExactly(offer);

        assertThat(bench.stock.reserve(request(offer, 7, 2))).isPresent();
        assertThat(view(offer)).isEqualTo(new StockView(StockView.Gate.OPEN, 8, 10, 1));
    }

    @Test
    void bringsBackEveryOrderAfterTheLossOfRedis() throws Exception {
        var offer = bench.stock.openOffer(1000, 3);
        LongStream.rangeClosed(1, 700).forEach(shopper -> bench.orders.place(reservation(offer, shopper, 1)));
        bench.stock.lose(offer);

        bench.rebuild.whereNeeded(List.of(offer));

        assertThat(view(offer)).isEqualTo(new StockView(StockView.Gate.OPEN, 300, 1000, 2));
        assertThat(bench.stock.reserve(request(offer, 7, 3)))
                .as("the limit counts what was bought")
                .isEmpty();
        assertThat(bench.stock.reserve(request(offer, 7, 2))).isPresent();
    }

    @Test
    void leavesAloneWhatSomebodyElseHasRebuiltSinceItWasNoticed() throws Exception {
        var offer = bench.stock.openOffer(10, 3);
        assertThat(bench.stock.reserve(request(offer, 7, 3))).isPresent();

        assertThat(bench.rebuild.whereNeeded(List.of(offer))).isEmpty();

        assertThat(view(offer)).isEqualTo(new StockView(StockView.Gate.OPEN, 7, 10, 1));
    }

    @Test
    void countsWhatCommitsAfterwards() throws Exception {
        var offer = bench.stock.openOffer(10, 1);
        var underWay = bench.stock.reserve(request(offer, 7, 1)).orElseThrow();
        bench.stock.lose(offer);
        bench.rebuild.whereNeeded(List.of(offer));
        assertThat(view(offer).left()).isEqualTo(10);

        bench.orders.place(underWay);
        bench.stock.counter.settle(List.of(underWay));

        assertThat(view(offer).left()).isEqualTo(9);
        assertThat(bench.check.check(offer).findings()).allMatch(RuleFinding::ok);
    }

    @Test
    void manyAtOnceEndInOneSoundCounter() {
        var offer = bench.stock.openOffer(50, 1);
        LongStream.rangeClosed(1, 30).forEach(shopper -> bench.orders.place(reservation(offer, shopper, 1)));

        ConcurrentCalls.run(6, Collections.nCopies(12, () -> {
            bench.stock.lose(offer);
            return bench.rebuild.now(offer);
        }));
        ConcurrentCalls.run(1, List.of(() -> bench.rebuild.now(offer)));

        assertThat(view(offer).gate()).isEqualTo(StockView.Gate.OPEN);
        assertThat(bench.check.check(offer).findings()).allMatch(RuleFinding::ok);
    }

    @Test
    void loadsManyOffersInOneGo() throws Exception {
        var offers =
                IntStream.range(0, 200).mapToObj(i -> bench.stock.offer(10, 1)).toList();

        assertThat(bench.rebuild.whereNeeded(offers)).hasSize(200);

        assertThat(bench.stock.inspection.views(offers).values()).allMatch(view -> view.gate() == StockView.Gate.OPEN);
    }

    @Test
    void leavesUnknownOffersAlone() throws Exception {
        var unknown = new OfferId(nextId());

        assertThat(bench.rebuild.now(unknown)).isFalse();

        assertThat(bench.stock.redis.hasKey(key(unknown, "state"))).isFalse();
    }

    private StockView view(OfferId offer) {
        return bench.stock.inspection.check(offer).view();
    }
}
