package stampede.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import stampede.testing.Proof;

/** On a real server, in a temporary table of the same name that hides the shop's from this one connection. */
class LeasedIdsTests {

    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final Duration QUARANTINE = Duration.ofMinutes(10);
    private static final int EACH = Proof.size(20_000, 250_000);

    private final SingleConnectionDataSource connection = new SingleConnectionDataSource(
            System.getenv().getOrDefault("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede"),
            System.getenv().getOrDefault("STAMPEDE_DB_USER", "stampede"),
            System.getenv().getOrDefault("STAMPEDE_DB_PASSWORD", "stampede"),
            true);
    private final JdbcClient jdbc = JdbcClient.create(connection);
    private final SteppedClock clock = new SteppedClock(Instant.now());
    private final IdsProperties properties =
            new IdsProperties(LEASE, QUARANTINE, Duration.ofSeconds(5), new NodeNumbers(0, 1023));
    private final NodeLeaseRepository leases = new NodeLeaseRepository(jdbc, clock, properties);

    @BeforeEach
    void hideTheShopsTable() {
        jdbc.sql("""
                        create temporary table node_lease (
                          node_id smallint not null primary key, owner varchar(64) not null, expires_ms bigint not null)
                        """).update();
    }

    @AfterEach
    void disconnect() {
        connection.destroy();
    }

    @Test
    void givesEachNodeItsOwnNumber() {
        var numbers =
                IntStream.range(0, 100).mapToObj(node -> leases.claim().node()).toList();

        assertThat(numbers).doesNotHaveDuplicates().allMatch(number -> number >= 0 && number < 1024);
    }

    /** Several whole shops beside each other. */
    @Test
    void makesIdsOfItsOwnNumbersOnly() {
        var one = leases("0-3");
        var other = leases("4-1023");
        var made = new HashSet<Long>();
        for (var cell : List.of(one, other)) {
            for (int node = 0; node < 4; node++) {
                var ids = new IdSeries(cell.claim(), clock, Duration.ofSeconds(5));
                for (int count = 0; count < EACH; count++) {
                    var id = ids.next();
                    assertThat(made.add(id)).isTrue();
                    assertThat(Ids.nodeOf(id) < 4).isEqualTo(cell == one);
                }
            }
        }

        assertThatThrownBy(one::claim).isInstanceOf(IdsUnavailable.class).hasMessageContaining("0-3");
        assertThat(other.claim().node()).isGreaterThanOrEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "0-1024", "8-7", "-1-3", "a-b"})
    void saysWhatNumbersThereAre(String range) {
        assertThatThrownBy(() -> NodeNumbers.of(range))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 0 to 1023, such as 0-255");
    }

    @Test
    void readsNumbersFromASetting() {
        var settings = new MapConfigurationPropertySource(Map.of("stampede.ids.nodes", "16-31"));

        assertThat(new Binder(settings)
                        .bindOrCreate("stampede.ids", IdsProperties.class)
                        .nodes())
                .isEqualTo(new NodeNumbers(16, 31));
        assertThat(new Binder(new MapConfigurationPropertySource(Map.of()))
                        .bindOrCreate("stampede.ids", IdsProperties.class)
                        .nodes())
                .isEqualTo(new NodeNumbers(0, 1023));
    }

    private NodeLeaseRepository leases(String numbers) {
        return new NodeLeaseRepository(
                jdbc, clock, new IdsProperties(LEASE, QUARANTINE, Duration.ofSeconds(5), NodeNumbers.of(numbers)));
    }

    @Test
    void leavesANumberAloneWhileItIsOnLeaseOrRests() {
        var held = leaseAllBut(List.of());

        assertThatThrownBy(leases::claim).isInstanceOf(IdsUnavailable.class).hasMessageContaining("Every node number");

        ends(held, LEASE.plus(QUARANTINE).minusSeconds(1));
        assertThatThrownBy(leases::claim).as("in quarantine").isInstanceOf(IdsUnavailable.class);
    }

    @Test
    void givesANumberAgainAfterItsRest() {
        var held = leaseAllBut(List.of());
        ends(held, LEASE.plus(QUARANTINE).plusSeconds(1));

        var claimed = leases.claim();

        assertThat(claimed.node()).isEqualTo(held.node());
        assertThat(claimed.owner()).isNotEqualTo(held.owner());
        assertThat(claimed.untilMillis()).isGreaterThan(held.untilMillis());
        assertThat(leases.renew(held)).as("the former holder").isEmpty();
        assertThat(leases.renew(claimed)).isPresent();
    }

    /** Or it would make ids that the former holder may have made. */
    @Test
    void givesNoUsedNumberToANodeWhoseClockIsBehind() {
        var held = leaseAllBut(List.of());
        ends(held, LEASE.plus(QUARANTINE).plusSeconds(1));

        clock.step(Duration.ofSeconds(-2));

        assertThatThrownBy(leases::claim).isInstanceOf(IdsUnavailable.class);
    }

    @Test
    void prefersANumberNeverUsedBefore() {
        leaseAllBut(List.of(17));
        ends(new NodeLease(3, "owner of 3", 0), LEASE.plus(QUARANTINE).plusHours(24));

        assertThat(leases.claim().node()).isEqualTo(17);
    }

    @Test
    void letsNoIdOutliveTheLeaseHoweverFarTheClocksAreApart() {
        clock.step(Duration.ofHours(3));

        var ahead = leases.claim();

        assertThat(ahead.untilMillis()).isEqualTo(clock.millis() + LEASE.toMillis());
    }

    @Test
    void goesOnWhenTheLeaseIsRenewed() {
        var ids = new LeasedIds(leases, clock, properties);
        ids.next();

        clock.step(LEASE.plusSeconds(30));
        assertThatThrownBy(ids::next).isInstanceOf(IdsUnavailable.class);

        ids.keepLease();
        assertThat(ids.next()).isPositive();
    }

    @Test
    void takesAnotherNumberWhenTheLeaseWentToSomebodyElse() {
        var ids = new LeasedIds(leases, clock, properties);
        var before = Ids.nodeOf(ids.next());
        jdbc.sql("update node_lease set owner = 'somebody else'").update();

        ids.keepLease();

        assertThat(Ids.nodeOf(ids.next())).isNotEqualTo(before);
    }

    @Test
    void takesAnotherNumberWhenTheClockSteppedBackFar() {
        var ids = new LeasedIds(leases, clock, properties);
        var made = new HashSet<Long>();
        for (var count = 0; count < 5_000; count++) {
            made.add(ids.next());
        }
        clock.step(Duration.ofMinutes(-1));
        assertThatThrownBy(ids::next).isInstanceOf(IdsUnavailable.class);

        ids.keepLease();

        for (var count = 0; count < 5_000; count++) {
            assertThat(made.add(ids.next())).isTrue();
        }
    }

    @Test
    void goesOnWithoutTheDatabaseUntilTheLeaseEnds() {
        var ids = new LeasedIds(leases, clock, properties);
        jdbc.sql("drop temporary table node_lease").update();
        jdbc.sql("create temporary table node_lease (broken int)").update();

        ids.keepLease();

        assertThat(ids.next()).isPositive();
    }

    private NodeLease leaseAllBut(List<Integer> free) {
        var rows = IntStream.range(0, 1024)
                .filter(node -> !free.contains(node))
                .mapToObj(
                        node -> "(" + node + ", 'owner of " + node + "', " + (clock.millis() + LEASE.toMillis()) + ")")
                .toList();
        jdbc.sql("insert into node_lease (node_id, owner, expires_ms) values " + String.join(",", rows))
                .update();
        return new NodeLease(5, "owner of 5", clock.millis() + LEASE.toMillis());
    }

    /** As if the number had been leased that long ago, and not renewed. */
    private void ends(NodeLease lease, Duration ago) {
        jdbc.sql("update node_lease set expires_ms = :expired where node_id = :node")
                .param("expired", clock.millis() + LEASE.toMillis() - ago.toMillis())
                .param("node", lease.node())
                .update();
    }
}
