package stampede.books;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.settlement.BooksWorkbench;

/** The books that are checked all the time. */
class BooksCheckJobTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final BooksCheckJob loop = new BooksCheckJob(
            bench.stock.ledger,
            bench.check,
            bench.verdicts,
            bench.stock.events::add,
            bench.properties,
            bench.watch,
            bench.stock.clock,
            bench.meters);
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
        assertThat(bench.verdicts.claim(offer, now, Duration.ofMinutes(1))).isTrue();
        assertThat(bench.verdicts.claim(offer, now, Duration.ofMinutes(1))).isFalse();

        loop.check(offer);

        assertThat(bench.verdicts.claim(offer, now.plusSeconds(1), Duration.ofMinutes(1)))
                .as("checked a moment ago")
                .isFalse();
        assertThat(bench.verdicts.claim(offer, now.plus(Duration.ofDays(1)), Duration.ofMinutes(1)))
                .isTrue();
    }

    @Test
    void whatIsOverdueForLongestComesFirst() {
        var now = bench.stock.clock.instant();
        var other = bench.stock.openOffer(10, 3);
        var third = bench.stock.openOffer(10, 3);
        bench.verdicts.claim(offer, now, Duration.ofMinutes(2));
        bench.verdicts.claim(other, now, Duration.ofMinutes(1));
        bench.verdicts.claim(third, now, Duration.ofMinutes(9));

        assertThat(bench.verdicts.due(List.of(offer, other, third), now.plus(Duration.ofMinutes(5))))
                .containsExactly(other, offer);
    }

    @Test
    void anOfferAtRestIsCheckedLessOften() {
        var every = bench.properties.checkEvery();
        loop.check(offer);

        var now = bench.stock.clock.instant();
        assertThat(bench.verdicts.due(List.of(offer), now.plus(every.multipliedBy(2))))
                .isEmpty();
        assertThat(bench.verdicts.due(List.of(offer), now.plus(every.multipliedBy(5))))
                .containsExactly(offer);
    }

    @Test
    void checksTakeATwentiethOfTheTimeAtMost() {
        assertThat(bench.watch.pauseAfter(Duration.ofSeconds(3))).isEqualTo(Duration.ofMinutes(1));
    }

    private int broken() {
        return bench.verdicts.broken(List.of(offer)).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }
}
