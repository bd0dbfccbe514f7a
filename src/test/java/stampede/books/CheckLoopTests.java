package stampede.books;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;

/** The books that are checked all the time. */
class CheckLoopTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final CheckLoop loop = new CheckLoop(
            bench.stock.ledger, bench.check, bench.verdicts, bench.properties, bench.stock.clock, bench.meters);
    private final OfferId offer = bench.stock.openOffer(10, 3);

    @Test
    void whatIsBrokenIsToldUntilItIsMended() {
        var before = broken();

        bench.stock.jdbc.update("update stock_balance set available = 9 where offer_id = ?", offer.value());
        loop.check(offer);
        assertThat(broken() - before).as("D2, D3 and Q2").isEqualTo(3);

        bench.stock.jdbc.update("update stock_balance set available = 10 where offer_id = ?", offer.value());
        loop.check(offer);
        assertThat(broken()).isEqualTo(before);
    }

    @Test
    void oneNodeAtATimeChecksAnOffer() {
        var now = bench.stock.clock.instant();
        assertThat(bench.verdicts.claim(List.of(offer), now, Duration.ofMinutes(1)))
                .containsExactly(offer);
        assertThat(bench.verdicts.claim(List.of(offer), now, Duration.ofMinutes(1)))
                .isEmpty();

        loop.check(offer);

        assertThat(bench.verdicts.claim(List.of(offer), now.plusSeconds(1), Duration.ofMinutes(1)))
                .as("checked a moment ago")
                .isEmpty();
        assertThat(bench.verdicts.claim(List.of(offer), now.plus(Duration.ofDays(1)), Duration.ofMinutes(1)))
                .containsExactly(offer);
    }

    @Test
    void aHugeSaleIsCheckedLessOftenThanASmallOne() {
        var every = bench.properties.checkEvery();

        assertThat(loop.pause(false, Duration.ofMillis(5))).isEqualTo(every);
        assertThat(loop.pause(true, Duration.ofMillis(5))).isGreaterThan(every);
        assertThat(loop.pause(false, every)).isEqualTo(every.multipliedBy(20));
    }

    private int broken() {
        return bench.verdicts.broken(Instant.now());
    }
}
