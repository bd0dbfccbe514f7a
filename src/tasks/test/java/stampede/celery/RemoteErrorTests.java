package stampede.celery;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteErrorTests {

    @Test
    void readsTheNameAndTheWordsOfWhatWasThrown() {
        assertThat(RemoteError.of("java.lang.IllegalStateException: not now\n\tat a.B.c(B.java:1)\n"))
                .isEqualTo(new RemoteError("IllegalStateException", "not now", "java.lang"));
        assertThat(RemoteError.of("a.b.C$D: x\nCaused by: e.F")).isEqualTo(new RemoteError("D", "x", "a.b"));
        assertThat(RemoteError.of("No handler for the task shop.zzz"))
                .isEqualTo(new RemoteError("NotRegistered", "shop.zzz", "celery.exceptions"));
        assertThat(RemoteError.of("not a trace").type()).isEqualTo("TaskRejected");
    }

    /** Words of an error may hold what a stranger sent. */
    @ParameterizedTest
    @ValueSource(strings = {"\n", " ", "a.", "\n at", "\r\n\t", "\n Caused by"})
    void readsLongOnesInATimeThatGoesByTheirLength(String piece) {
        var started = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();

        RemoteError.of("a.B: " + piece.repeat(60_000) + "\u0000");

        assertThat(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - started)
                .isLessThan(2_000_000_000L);
    }
}
