package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.catalog.TestOffers;

/** Rehearsals for which nobody asks: when one is due, and when it is not. The slots are years away, where nobody else sells. */
@Isolated
@StampedeTest
class SlotRehearsalsTests {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private Rehearsals rehearsals;

    @Autowired
    private RealSales sales;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcClient sql;

    private Instant opens;

    /** Where no other run of this class was, and the rehearsals of other tests are of yesterday. */
    @BeforeEach
    void chooseSlot() {
        opens = Instant.now()
                .truncatedTo(ChronoUnit.SECONDS)
                .plus(Duration.ofDays(ThreadLocalRandom.current().nextInt(700, 20_000)));
        sql.sql("update rehearsal set asked_ms = asked_ms - :day")
                .param("day", Duration.ofDays(1).toMillis())
                .update();
    }

    @Test
    void isDueBetweenThirteenAndElevenMinutesBeforeASlotOfManyUnits() {
        var few = offer(opens, 1_000);
        assertThat(due(12)).as("nobody needs to be warm for %s", few).isEmpty();

        offer(opens, 1_001);
        var most = offer(opens, 150_000);

        for (var minutes : List.of(1, 10, 14)) {
            assertThat(due(minutes)).as("%d minutes before", minutes).isEmpty();
        }
        assertThat(due(12))
                .contains(new RehearsalPlan(
                        most, 200, 1, RehearsalCurve.RAMP, 100_000, RehearsalPlan.USUAL_SECONDS, false));
    }

    @Test
    void isNotDueBesideAnotherSale() {
        offer(opens, 2_000);
        var earlier = offer(opens.minus(Duration.ofMinutes(5)), 5);
        assertThat(due(12)).as("one opens in seven minutes").isEmpty();

        sql.sql("update stock_balance set planned_closes_ms = closes_ms where offer_id = :offer")
                .param("offer", earlier.value())
                .update();
        assertThat(due(12)).as("it was called off").isPresent();

        offer(opens.minus(Duration.ofHours(1)), 5);
        assertThat(due(12)).as("one is open").isEmpty();
    }

    /** Other tests' sales are open in this shop by now: it stops for them as any rehearsal that was not to be beside one. */
    @Test
    void playsOnceIfItIsWantedAndStopsBesideASale() {
        var offer = offer(opens, 2_000);
        slots(12, false).play();
        assertThat(rehearsals.newest(Duration.ofMinutes(13)))
                .as("it is off by default")
                .isEmpty();
        fixture.onSale(new ApiClient(port), 10, 1);

        slots(12).play();

        var played = rehearsals.newest(Duration.ofMinutes(1)).orElseThrow();
        assertThat(played.who()).isEqualTo("slot");
        assertThat(played.plan().offer()).isEqualTo(offer);
        await().atMost(PATIENCE)
                .until(() -> rehearsals.find(played.id()).orElseThrow().isOver());
        assertThat(rehearsals
                        .find(played.id())
                        .orElseThrow()
                        .end()
                        .orElseThrow()
                        .stop())
                .contains(StopReason.SALE_OPENS);
        slots(12).play();
        assertThat(rehearsals.newest(Duration.ofMinutes(13)).orElseThrow().id())
                .as("not twice")
                .isEqualTo(played.id());
    }

    private Optional<RehearsalPlan> due(int minutesBefore) {
        return slots(minutesBefore).due(opens.minus(Duration.ofMinutes(minutesBefore)));
    }

    private SlotRehearsals slots(int minutesBefore) {
        return slots(minutesBefore, true);
    }

    private SlotRehearsals slots(int minutesBefore, boolean wanted) {
        return new SlotRehearsals(
                rehearsals,
                sales,
                new RehearsalProperties("", 8, Duration.ofDays(1), wanted),
                transaction,
                Clock.fixed(opens.minus(Duration.ofMinutes(minutesBefore)), ZoneOffset.UTC));
    }

    private OfferId offer(Instant from, int units) {
        var slot = publishing.slot(new SaleWindow(from, from.plus(Duration.ofHours(2))));
        return publishing.publish(TestOffers.offer(TestOffers.product(publishing, "Teapot"), slot, units, 1));
    }
}
