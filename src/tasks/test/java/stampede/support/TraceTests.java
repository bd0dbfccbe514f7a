package stampede.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;

class TraceTests {

    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @Test
    void readsWhatAnotherProgramSentAndGoesOnFromThere() {
        var sent = Trace.read(PARENT, "vendor=1").orElseThrow();
        var next = sent.next();

        assertThat(sent.parent()).isEqualTo(PARENT);
        assertThat(next.id()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(next.span()).isNotEqualTo("00f067aa0ba902b7").matches("[0-9a-f]{16}");
        assertThat(next.flags()).isEqualTo("01");
        assertThat(next.state()).isEqualTo("vendor=1");
    }

    @Test
    void readsVersionsToCome() {
        assertThat(Trace.read("42-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", null))
                .map(Trace::parent)
                .contains(PARENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n",
            })
    void takesNothingFromWhatItDoesNotUnderstand(String parent) {
        assertThat(Trace.read(parent, null)).isEmpty();
    }

    @Test
    void beginsWithIdsOfTheRightLengthThatDiffer() {
        assertThat(Trace.begin().parent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00");
        assertThat(Trace.begin().id()).isNotEqualTo(Trace.begin().id());
    }

    @Test
    void isSeenByTheLogWhileItIsOpenAndGivesWayToTheOneBefore() {
        var outer = Trace.begin();
        var inner = Trace.begin();
        var first = outer.open();
        var second = inner.open();
        assertThat(MDC.get("traceId")).isEqualTo(inner.id());
        assertThat(Trace.current()).contains(inner);
        second.close();
        assertThat(MDC.get("spanId")).isEqualTo(outer.span());
        first.close();
        assertThat(MDC.get("traceId")).isNull();
        assertThat(Trace.current()).isEmpty();
    }
}
