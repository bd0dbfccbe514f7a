package stampede.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.Futures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.StampedeTest;

/** Changes of settings in the real database, seen by two nodes. */
@StampedeTest
class SettingChangesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String NAME = "storefront.watchers-per-address";
    private static final String TO_PAY = "order.payment-time";
    private static final DataSource NOWHERE =
            new DriverManagerDataSource("jdbc:mysql://127.0.0.1:1/nowhere", "nobody", "");

    @Autowired
    private Settings settings;

    @Autowired
    private SettingChanges changes;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private DataSource database;

    private SettingTestNode other;
    private Setting<Integer> there;

    @BeforeEach
    void startAnotherNode() {
        forget();
        other = new SettingTestNode(sql);
        there = other.settings.declare(seats());
        other.start();
    }

    @AfterEach
    void forget() {
        if (other != null) {
            other.close();
        }
        sql.sql("delete from setting where name in (:names)")
                .param("names", names())
                .update();
        sql.sql("delete from setting_change where name in (:names)")
                .param("names", names())
                .update();
        changes.refresh();
    }

    @Test
    void isFeltHereAtOnceAndSoonOnTheOtherNode() {
        changes.change(wish("77", 0));

        assertThat(here().text()).isEqualTo("77");
        await().atMost(PATIENCE).until(() -> there.value() == 77);

        changes.change(new SettingWish(NAME, Optional.empty(), 1, "Back again", false, "operator:1"));

        assertThat(here().source()).isNotEqualTo(SettingSource.ROW);
        await().atMost(PATIENCE).until(() -> there.value() == 200);
    }

    @Test
    void keepsWhoChangedItAndWhy() {
        changes.change(wish("77", 0));
        changes.change(wish("78", 1));

        assertThat(changes.of(NAME)).extracting(SettingChange::version).containsExactly(2L, 1L);
        assertThat(changes.of(NAME).get(0)).satisfies(change -> {
            assertThat(change.before()).contains("77");
            assertThat(change.after()).contains("78");
            assertThat(change.reason()).isEqualTo("Tried by a test");
            assertThat(change.who()).isEqualTo("operator:1");
        });
        assertThat(audited()).containsExactly(here().configuredText() + " > 77", "77 > 78");
    }

    @Test
    void thatItIsSoAlreadyIsNoChange() {
        changes.change(wish("77", 0));

        assertThat(changes.change(wish(" 77 ", 1))).isEmpty();
        assertThat(changes.of(NAME)).hasSize(1);
        assertThat(audited()).hasSize(1);
    }

    /** Again and again, as the database ends some of them for a deadlock only now and then. */
    @RepeatedTest(30)
    void ofManyWhoChangeTheSameAtOnceOneWinsAndTheOthersAreToldItsValue() throws Exception {
        for (var version = 0; version < 4; version++) {
            var answers = atOnce(version, 8);

            assertThat(answers.stream().filter(answer -> answer.equals("changed")))
                    .hasSize(1);
            assertThat(answers.stream().filter(answer -> !answer.equals("changed")))
                    .hasSize(7)
                    .allMatch(answer -> answer.equals("SETTING_CHANGED " + here().text()));
        }
        assertThat(changes.of(NAME)).hasSize(4);
        assertThat(audited()).hasSize(4);
    }

    @Test
    void backAndForthIsNotTakenForUnchanged() {
        changes.change(wish("77", 0));
        changes.change(new SettingWish(NAME, Optional.empty(), 1, "Back again", false, "operator:1"));

        assertRefused(wish("78", 0), SettingRefusal.SETTING_CHANGED);
        assertThat(changes.change(wish("78", 2))).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "0, good enough, BAD_SETTING, setting.problem.range",
        "100001, good enough, BAD_SETTING, setting.problem.range",
        "many, good enough, BAD_SETTING, setting.problem.whole",
        "'', good enough, BAD_SETTING, setting.problem.whole",
        "77, why, BAD_REASON, setting.problem.reason",
        "77, '     ', BAD_REASON, setting.problem.reason",
    })
    void isRefusedWithItsSentence(String value, String reason, SettingRefusal refusal, String sentence) {
        var wish = new SettingWish(NAME, Optional.of(value), 0, reason, true, "operator:1");

        assertThat(assertRefused(wish, refusal).problem().key()).isEqualTo(sentence);
        assertThat(changes.of(NAME)).isEmpty();
    }

    @Test
    void aReasonHasTwoHundredCharactersAtMost() {
        assertRefused(
                new SettingWish(NAME, Optional.of("77"), 0, "x".repeat(201), true, "operator:1"),
                SettingRefusal.BAD_REASON);
        assertThat(changes.change(new SettingWish(NAME, Optional.of("77"), 0, "因".repeat(200), true, "operator:1")))
                .isPresent();
    }

    @Test
    void theTimeToPayEndsBeforeTheSaleIsClosedOut() {
        var tooLong = new SettingWish(TO_PAY, Optional.of("1h"), 0, "Longer, please", true, "operator:1");

        assertThat(assertRefused(tooLong, SettingRefusal.BAD_SETTING).problem().key())
                .isEqualTo("setting.problem.close-out");
    }

    @Test
    void aRiskyOneIsToBeConfirmed() {
        var wish = new SettingWish(TO_PAY, Optional.of("2m"), 0, "Shorter, please", false, "operator:1");

        assertRefused(wish, SettingRefusal.NOT_CONFIRMED);
        assertThat(changes.of(TO_PAY)).isEmpty();
    }

    @Test
    void whatNobodyDeclaredCannotBeChanged() {
        assertRefused(
                new SettingWish("hall.seats", Optional.of("2"), 0, "Why ever not", true, "operator:1"),
                SettingRefusal.UNKNOWN_SETTING);
    }

    @Test
    void aRowThatWasSpoiledByHandNeitherStopsANodeNorItsStart() {
        changes.change(wish("77", 0));
        sql.sql("update setting set value = '<b>seven' where name = :name")
                .param("name", NAME)
                .update();

        await().atMost(PATIENCE).until(() -> here().spoiled().isPresent());
        assertThat(here().source()).isNotEqualTo(SettingSource.ROW);
        try (var starting = new SettingTestNode(sql)) {
            var late = starting.settings.declare(seats());
            starting.start();

            assertThat(late.value()).isEqualTo(200);
            assertThat(late.spoiled()).isPresent();
        }
        assertThat(changes.change(wish("79", 1))).as("mended by the page").isPresent();
        assertThat(here().text()).isEqualTo("79");
    }

    @Test
    void aNodeWhoseDatabaseIsAwayStartsAndGoesOnWithWhatItKnows() {
        var line = new Line();
        try (var away = new SettingTestNode(JdbcClient.create(line))) {
            var seats = away.settings.declare(seats());

            assertThatCode(away::start).doesNotThrowAnyException();
            assertThat(seats.value()).isEqualTo(200);

            changes.change(wish("77", 0));
            line.end = database;
            await().atMost(PATIENCE).until(() -> seats.value() == 77);

            line.end = NOWHERE;
            away.refresh();
            assertThat(seats.value()).as("what is known holds").isEqualTo(77);
            assertThat(seats.source()).isEqualTo(SettingSource.ROW);

            changes.change(wish("78", 1));
            line.end = database;
            await().atMost(PATIENCE).until(() -> seats.value() == 78);
        }
    }

    /** Two seconds are promised; a reading takes its own time. */
    @Test
    void everyNodeReadsTheRowsEachSecond() throws Exception {
        var scheduled = SettingRefreshJob.class.getDeclaredMethod("refresh").getAnnotation(Scheduled.class);

        assertThat(scheduled.timeUnit().toMillis(scheduled.fixedDelay())).isBetween(1L, 1_000L);
        assertThat(scheduled.initialDelay()).isNotPositive();
    }

    private static SettingDeclaration<Integer> seats() {
        return SettingDeclaration.whole(
                NAME, new SettingsTests.Hall(200, Duration.ZERO), SettingsTests.Hall::seats, 1, 100_000);
    }

    private List<String> atOnce(long version, int operators) throws Exception {
        var together = new CyclicBarrier(operators);
        var pool = Executors.newFixedThreadPool(operators);
        try {
            var wishes = Stream.iterate(1, operator -> operator + 1)
                    .limit(operators)
                    .<Callable<String>>map(operator -> () -> {
                        together.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                        return answer(wish(Long.toString(100 * (version + 1) + operator), version));
                    })
                    .toList();
            return pool.invokeAll(wishes, PATIENCE.toSeconds(), TimeUnit.SECONDS).stream()
                    .map(Futures::getUnchecked)
                    .toList();
        } finally {
            pool.shutdownNow();
        }
    }

    private String answer(SettingWish wish) {
        try {
            return changes.change(wish).isPresent() ? "changed" : "same";
        } catch (SettingRefused refused) {
            return refused.refusal() + " " + refused.problem().arguments().get(0);
        }
    }

    private SettingRefused assertRefused(SettingWish wish, SettingRefusal refusal) {
        var refused = new SettingRefused[1];
        assertThatThrownBy(() -> changes.change(wish)).isInstanceOfSatisfying(SettingRefused.class, no -> {
            assertThat(no.refusal()).isEqualTo(refusal);
            refused[0] = no;
        });
        return refused[0];
    }

    private static SettingWish wish(String value, long version) {
        return new SettingWish(NAME, Optional.of(value), version, "Tried by a test", false, "operator:1");
    }

    private Setting<?> here() {
        return settings.find(NAME).orElseThrow();
    }

    private static List<String> names() {
        return List.of(NAME, TO_PAY);
    }

    private List<String> audited() {
        return sql.sql("""
                        select concat(a.value_before, ' > ', a.value_after) from operator_audit a
                         where a.subject = :subject and a.at_ms >= (select min(at_ms) from setting_change where name = :name)
                         order by a.id
                        """)
                .param("subject", "setting:" + NAME)
                .param("name", NAME)
                .query(String.class)
                .list();
    }

    /** To the database, or to nothing. */
    private static final class Line extends AbstractDataSource {

        private volatile DataSource end = NOWHERE;

        @Override
        public Connection getConnection() throws SQLException {
            return end.getConnection();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return end.getConnection(user, password);
        }
    }
}
