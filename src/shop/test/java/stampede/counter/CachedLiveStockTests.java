package stampede.counter;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.counter.StockWorkbench.request;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.support.JobScheduler;

class CachedLiveStockTests {

    private final StockWorkbench bench = StockWorkbench.get();
    private final CachedLiveStock stock = bench.live;

    private final JobScheduler scheduler = new JobScheduler();

    @BeforeEach
    void start() {
        scheduler.afterPropertiesSet();
        var unused = scheduler.scheduleWithFixedDelay(stock::turn, ofMillis(300));
    }

    @AfterEach
    void stop() {
        scheduler.shutdown();
    }

    @Test
    void knowsAnOfferTheFirstTimeItIsAskedFor() {
        var offer = bench.openOffer(10, 1);

        assertThat(stock.of(offer)).isEqualTo(new StockView(StockView.Gate.OPEN, 10, 10, 1));
    }

    @Test
    void followsTheCounterSoon() {
        var offer = bench.openOffer(2, 1);
        assertThat(stock.of(offer).soldOut()).isFalse();

        assertThat(bench.reserve(request(offer, 7, 1))).isPresent();
        assertThat(bench.reserve(request(offer, 8, 1))).isPresent();

        await().atMost(ofSeconds(3)).until(() -> stock.of(offer).soldOut());
    }

    /** Without another look at Redis, and only if not even one is left. */
    @Test
    void knowsThatNoneIsLeftAsSoonAsOneIsRefused() {
        scheduler.shutdown();
        var offer = bench.openOffer(3, 2);
        assertThat(bench.reserve(request(offer, 7, 2))).isPresent();
        assertThat(stock.of(offer).left()).isEqualTo(1);

        assertThat(bench.reserve(request(offer, 8, 2))).isEmpty();
        assertThat(stock.of(offer).left()).isEqualTo(1);
        assertThat(bench.reserve(request(offer, 9, 1))).isPresent();
        assertThat(bench.reserve(request(offer, 10, 1))).isEmpty();

        assertThat(stock.of(offer)).isEqualTo(new StockView(StockView.Gate.OPEN, 0, 3, 1));
    }

    @Test
    void anOfferThatRedisDoesNotKnowIsColdUntilItDoes() {
        var offer = bench.offer(5, 1);
        assertThat(stock.of(List.of(offer))).containsEntry(offer, CounterRecords.UNKNOWN);
        assertThat(stock.of(offer).soldOut()).isFalse();

        bench.open(offer);

        await().atMost(ofSeconds(3)).until(() -> stock.of(offer).gate() == StockView.Gate.OPEN);
    }

    @Test
    void answersWithoutRedisWhatItHeardBefore() {
        var offers = List.of(bench.openOffer(1, 1), bench.openOffer(2, 1), new OfferId(StockWorkbench.nextId()));

        assertThat(stock.of(offers).values()).extracting(StockView::left).containsExactly(1, 2, 0);
        scheduler.shutdown();
        bench.lose(offers.get(1));

        assertThat(stock.of(offers).values()).extracting(StockView::left).containsExactly(1, 2, 0);
    }
}
