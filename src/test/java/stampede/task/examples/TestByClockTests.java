package stampede.task.examples;

import static java.time.Duration.ofDays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.VirtualClock;

/** Testing on a real broker without waiting: the clock of engine and handlers is moved. */
@TaskExample
class TestByClockTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private VirtualClock clock;

    @Autowired
    private CouponTasks coupons;

    @Test
    void letsAWeekPass() {
        var sent = clock.instant();
        tasks.send(new ExpireCoupon("SPRING"), in(ofDays(7)));

        clock.advance(ofDays(7));

        await().untilAsserted(() -> assertThat(coupons.expired)
                .singleElement()
                .satisfies(at -> assertThat(at).isAfterOrEqualTo(sent.plus(ofDays(7)))));
    }

    record ExpireCoupon(String code) {}

    @TaskHandlers
    static class CouponTasks {

        final List<Instant> expired = new CopyOnWriteArrayList<>();
        private final Clock clock;

        CouponTasks(Clock clock) {
            this.clock = clock;
        }

        @Task(name = "coupon.expire", queue = "coupons")
        void expire(ExpireCoupon task) {
            expired.add(clock.instant());
        }
    }
}
