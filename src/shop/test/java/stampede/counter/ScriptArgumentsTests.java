package stampede.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;

/** What no class of the shop sends: the scripts refuse it before they touch anything. */
class ScriptArgumentsTests {

    private final StockWorkbench bench = StockWorkbench.get();
    private final OfferId offer = bench.openOffer(100, 50);
    private final String before = mark();

    /** Nobody is to audit what the database has never heard of. */
    @AfterEach
    void lose() {
        bench.lose(offer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5",
                "1e1",
                "0x10",
                "",
                "0",
                "-1",
                "+1",
                "01",
                " 1",
                "1 ",
                "nan",
                "inf",
                "-nan",
                "1e308",
                "2147483648",
                "99999999999999999999",
                "one",
                "1|2",
                "1\n"
            })
    void unitsThatAreNoPlainNumberAreRefused(String units) {
        assertThat(run(CounterScript.RESERVE, "5000", "7", units, id(), "key", "detail"))
                .containsExactly("BAD_UNITS", "");
        refuses(CounterScript.SETTLE, id(), "7", units, "1780000000000");

        assertThat(mark()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e3", "0x10", "", "-1", "01", " 7", "nan", "99999999999999999999", "seven", "7|8"})
    void numbersOfReservationsAndShoppersAreRefusedIfTheyAreNone(String id) {
        refuses(CounterScript.RESERVE, "5000", id, "1", id(), "key", "detail");
        refuses(CounterScript.RESERVE, "5000", "7", "1", id, "key", "detail");
        refuses(CounterScript.SETTLE, id, "7", "1", "1780000000000");
        refuses(CounterScript.SETTLE, id(), id, "1", "1780000000000");
        refuses(CounterScript.SETTLE, id(), "7", "1", id);
        refuses(CounterScript.RELEASE, id);
        refuses(CounterScript.LOAD, "99", id, "1", "1", "1", "1");
        refuses(CounterScript.TOTAL, id, "9");

        assertThat(mark()).isEqualTo(before);
    }

    @Test
    void oneThatIsWrongAmongManyKeepsAllFromBeingTouched() {
        refuses(CounterScript.RESERVE, "5000", "7", "1", id(), "key-1", "detail", "7", "1", "1e3", "key-2", "detail");
        refuses(CounterScript.SETTLE, id(), "7", "1", "1780000000000", id(), "7", "1.5", "1780000000000");
        refuses(CounterScript.RELEASE, id(), "x");
        refuses(CounterScript.RESERVE, "5000", "7", "1", id(), "key-1");
        refuses(CounterScript.SETTLE, id(), "7", "1");

        assertThat(mark()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(
            value = CounterScript.class,
            names = {"RESERVE", "SETTLE", "RELEASE", "RECHECK", "RESERVATION_STATES", "INDEX"})
    void pagesThatAreTooLargeAreRefused(CounterScript script) {
        refuses(script, page(script, 1_001));

        assertThat(mark()).isEqualTo(before);
        assertThat(run(script, page(script, 1_000))).isNotEmpty();
    }

    @Test
    void longListsOfReservationsAreCutIntoPages() {
        var many = LongStream.rangeClosed(1, 3_000)
                .mapToObj(shopper -> StockWorkbench.reservation(offer, shopper, 1))
                .toList();

        assertThat(bench.counter.settle(many)).hasSize(3_000).containsValue(SettleAnswer.ADOPTED);
        bench.counter.release(many);

        assertThat(bench.inspection.check(offer).findings()).isEmpty();
        assertThat(bench.inspection.left(offer)).contains(100);
    }

    private String[] page(CounterScript script, int size) {
        var page = new ArrayList<String>();
        if (script == CounterScript.RESERVE || script == CounterScript.RECHECK) {
            page.add("5000");
        }
        for (int i = 0; i < size; i++) {
            page.addAll(
                    switch (script) {
                        case RESERVE -> List.of("7", "1", id(), "key-" + i, "detail");
                        case SETTLE -> List.of(id(), "7", "1", "1780000000000");
                        default -> Collections.singletonList(id());
                    });
        }
        return page.toArray(String[]::new);
    }

    private void refuses(CounterScript script, String... arguments) {
        assertThatThrownBy(() -> run(script, arguments))
                .as("%s of %s", script, Stream.of(arguments).limit(6).toList())
                .isInstanceOf(DataAccessException.class)
                .rootCause()
                .hasMessageStartingWith("BADARG");
    }

    private List<String> run(CounterScript script, String... arguments) {
        return AsyncRedis.await(bench.scripts.run(script, offer, List.of(arguments)));
    }

    private String mark() {
        return bench.inspection.marks(List.of(offer)).toString();
    }

    private static String id() {
        return Long.toString(StockWorkbench.nextId());
    }
}
