package stampede.task.examples;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;

import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.history.TaskResults;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;
import stampede.task.testing.VirtualClock;

/** Testing on a real broker without waiting: the clock of engine and handlers is moved. */
@TaskTest
class TestByClockTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskResults results;

    @Autowired
    private VirtualClock clock;

    @Test
    void letsAWeekPass() {
        var sent = clock.instant();
        var id = tasks.send(new ExpireCoupon("SPRING"), in(ofDays(7)));
        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.SCHEDULED));

        clock.advance(ofDays(7));

        assertThat(results.await(id, Instant.class, ofSeconds(10)))
                .hasValueSatisfying(ran -> assertThat(ran).isAfterOrEqualTo(sent.plus(ofDays(7))));
    }

    @Test
    void letsRetriesPass() {
        var id = tasks.send(new PrintCoupon("SPRING"));

        await().untilAsserted(() -> {
            clock.advance(ofMinutes(1));
            assertThat(results.state(id)).isEqualTo(TaskState.SUCCESS);
        });
    }

    record ExpireCoupon(String code) {}

    record PrintCoupon(String code) {}

    @TaskHandlers
    static class CouponTasks {

        private final Clock clock;

        CouponTasks(Clock clock) {
            this.clock = clock;
        }

        @Task(name = "coupon.expire", queue = "coupons")
        Instant expire(ExpireCoupon task) {
            return clock.instant();
        }

        @Task(name = "coupon.print", queue = "coupons")
        @Retry(backoff = "1m", jitter = 0.5)
        void print(PrintCoupon task, TaskContext context) {
            if (context.attempt() < 3) {
                throw new IllegalStateException("the printer is out of " + task.code());
            }
        }
    }
}
