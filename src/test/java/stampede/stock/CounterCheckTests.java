package stampede.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.stock.StockWorkbench.key;
import static stampede.stock.StockWorkbench.request;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;

/** Plants one error at a time: a check that finds nothing would prove nothing. */
class CounterCheckTests {

    private final StockWorkbench bench = StockWorkbench.get();
    private final OfferId offer = bench.openOffer(10, 2);
    private String settled = "";
    private String waiting = "";

    @BeforeEach
    void sell() {
        var first = bench.reserve(request(offer, 7, 2)).orElseThrow();
        var second = bench.reserve(request(offer, 8, 1)).orElseThrow();
        bench.counter.settle(List.of(first));
        settled = first.id().toString();
        waiting = second.id().toString();
    }

    @Test
    void findsNothingInGoodBooks() {
        var check = bench.inspection.check(offer);

        assertThat(check.findings()).isEmpty();
        assertThat(check.left()).isEqualTo(7);
        assertThat(check.kept()).extracting(KeptUnits::settled).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void findsUnitsThatCameFromNowhere() {
        bench.redis.opsForHash().increment(key(offer, "state"), "left", 1);

        assertThat(findings()).containsExactly("R1 total 10 is not left 8 and kept 3");
    }

    @Test
    void findsAReservationThatVanished() {
        bench.redis.opsForHash().delete(key(offer, "reservations"), settled);

        assertThat(findings())
                .containsExactlyInAnyOrder(
                        "R1 total 10 is not left 7 and kept 1", "R2 shopper 7 is counted with 2 but has 0");
    }

    @Test
    void findsAShopperWhoIsNotCounted() {
        bench.redis.opsForHash().delete(key(offer, "shoppers"), "8");

        assertThat(findings()).containsExactly("R2 shopper 8 has 1 but is not counted");
    }

    @Test
    void findsAReservationThatNobodyWillCheck() {
        bench.redis.opsForZSet().remove(key(offer, "pending"), waiting);

        assertThat(findings())
                .containsExactly(
                        "R3 reservation " + waiting + " waits but is not in line for a check",
                        "R3 0 are in line for a check but 1 wait");
    }

    @Test
    void findsACheckForNothing() {
        bench.redis.opsForZSet().add(key(offer, "pending"), "12345", 1);

        assertThat(findings()).containsExactly("R3 2 are in line for a check but 1 wait");
    }

    @Test
    void findsASettledReservationInLineForACheck() {
        bench.redis.opsForZSet().add(key(offer, "pending"), settled, 1);

        assertThat(findings()).contains("R3 reservation " + settled + " has its order but is in line for a check");
    }

    @Test
    void findsWhatIsKeptAndReleased() {
        bench.redis.opsForSet().add(key(offer, "released"), settled);

        assertThat(findings()).containsExactly("R4 reservation " + settled + " is kept and released");
    }

    @Test
    void findsARecordThatCannotBeRead() {
        bench.redis.opsForHash().put(key(offer, "reservations"), settled, "nonsense");

        assertThat(findings()).contains("R1 reservation " + settled + " has a record that cannot be read");
    }

    @Test
    void reportsAnOfferThatRedisDoesNotKnowAsCold() {
        bench.lose(offer);

        assertThat(bench.inspection.check(offer).view().gate()).isEqualTo(StockView.Gate.COLD);
    }

    private List<String> findings() {
        return bench.inspection.check(offer).findings();
    }
}
