package stampede.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.testing.Apart;
import stampede.testing.JavaProcess;

/**
 * Runs {@link PaymentStorm} in a process of its own: the suite goes without the optimising compiler, and without it a signature
 * takes twelve times as long. {@code -Dpayments.seed=…} plays a run again, {@code -Dpayments=2000} a longer one: the
 * suite has fifteen minutes for everything.
 */
@Apart
class PaymentStormTests {

    private static final long SEED =
            Long.getLong("payments.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final int PAYMENTS = Integer.getInteger("payments", 120);

    @Test
    void everyPaymentPaysItsOrderOrGoesBackOnce(@TempDir Path directory) {
        System.out.println("Payments go wrong by -Dpayments.seed=" + SEED);
        var storm = JavaProcess.start(
                PaymentStorm.class,
                List.of("-XX:+UseSerialGC", "-Xmx1g"),
                List.of(Long.toString(SEED), Integer.toString(PAYMENTS)),
                directory.resolve("log"));
        try {
            storm.awaitSuccess(Duration.ofMinutes(10));
        } finally {
            storm.kill();
        }
    }
}
