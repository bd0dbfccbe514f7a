package stampede.catalog.publishing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.catalog.Catalog;
import stampede.catalog.CatalogProperties;
import stampede.catalog.SaleWindow;
import stampede.catalog.cache.CatalogChangePublisher;
import stampede.catalog.store.SlotRepository;

@StampedeTest
class SlotPlannerTests {

    private static final LocalDate DAY = LocalDate.parse("2031-03-30");

    @Autowired
    private SlotRepository slots;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private CatalogChangePublisher catalogChangePublisher;

    @Autowired
    private Catalog catalog;

    @Autowired
    private JdbcClient database;

    @Test
    void cutsTheDayByTheClockOfTheShopsZone() {
        assertThat(plan("Asia/Shanghai", 8, 22).windowsOf(DAY))
                .containsExactly(
                        window("2031-03-30T00:00:00Z", "2031-03-30T02:00:00Z"),
                        window("2031-03-30T14:00:00Z", "2031-03-30T16:00:00Z"));
        assertThat(plan("America/New_York", 8).windowsOf(DAY))
                .containsExactly(window("2031-03-30T12:00:00Z", "2031-03-30T14:00:00Z"));
    }

    @Test
    void plansOneSlotForHoursThatFallTogetherWhenClocksAreSetForward() {
        assertThat(plan("Europe/Berlin", 2, 3).windowsOf(DAY))
                .containsExactly(window("2031-03-30T01:00:00Z", "2031-03-30T03:00:00Z"));
    }

    @Test
    void addsNothingWhenPlannedAgainOrByManyNodesAtOnce() {
        IntStream.range(0, 6)
                .parallel()
                .forEach(i -> plan("Asia/Shanghai", 8, 10, 12).plan());

        assertThat(slotsBetween("2031-03-29T16:00:00Z", "2031-04-01T16:00:00Z"))
                .as("three slots for each of three days")
                .isEqualTo(9);
        assertThat(catalog.slots(DAY)).hasSize(3);
        assertThat(catalog.slots(DAY.plusDays(2))).hasSize(3);
        assertThat(catalog.slots(DAY.plusDays(3))).isEmpty();
    }

    private SlotPlanner plan(String zone, Integer... hours) {
        var properties =
                new CatalogProperties(List.of(hours), Duration.ofHours(2), ZoneId.of(zone), 3, Duration.ofMinutes(5));
        var noon = DAY.atTime(12, 0).atZone(ZoneId.of(zone)).toInstant();
        return new SlotPlanner(
                slots, properties, transaction, catalogChangePublisher, Clock.fixed(noon, ZoneId.of("UTC")));
    }

    private long slotsBetween(String from, String to) {
        return database.sql("select count(*) from slot where opens_ms between ? and ?")
                .params(Instant.parse(from).toEpochMilli(), Instant.parse(to).toEpochMilli())
                .query(Long.class)
                .single();
    }

    private static SaleWindow window(String opens, String closes) {
        return new SaleWindow(Instant.parse(opens), Instant.parse(closes));
    }
}
