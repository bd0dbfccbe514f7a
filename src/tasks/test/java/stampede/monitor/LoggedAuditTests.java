package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Principal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import stampede.monitor.MonitorAudit.Change;

@ExtendWith(OutputCaptureExtension.class)
class LoggedAuditTests {

    private final LoggedAudit audit = new LoggedAudit();
    private final Principal ann = () -> "ann\nroot";

    @Test
    void writesALineForWhatChanged(CapturedOutput log) {
        assertThat(audit.run(ann, "QUEUE_PAUSED", "queue:orders", new Change("running", "paused"), () -> true))
                .isTrue();
        assertThat(audit.run(null, "TASK_CANCELLED", "task:1", "", () -> Optional.of(new Change("a", "b"))))
                .isTrue();

        assertThat(log)
                .contains("QUEUE_PAUSED on queue:orders by ann root: running -> paused")
                .contains("TASK_CANCELLED on task:1 by somebody: a -> b");
    }

    @Test
    void writesNothingForWhatChangedNothing(CapturedOutput log) {
        assertThat(audit.run(ann, "QUEUE_PAUSED", "queue:none", new Change("", ""), () -> false))
                .isFalse();

        assertThat(log).doesNotContain("queue:none");
    }

    @Test
    void writesBeforeAndAfterWhatIsDoneToMany(CapturedOutput log) {
        assertThat(audit.runCounting(ann, "QUEUE_PURGED", "queue:orders", "orders", () -> 12))
                .isEqualTo(12);

        assertThat(log).contains("QUEUE_PURGED on queue:orders by ann root: begins", "ann root: 12 tasks orders");
    }
}
