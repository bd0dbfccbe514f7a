package stampede.recovery;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.counter.CounterWentCold;

class CounterRebuildJobTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CounterRebuild rebuild = mock(CounterRebuild.class);
    private final CounterRebuildJob job = new CounterRebuildJob(
            rebuild,
            new SaleWatchProperties(Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofMinutes(9), 0.05),
            Clock.systemUTC());

    @AfterEach
    void stop() {
        job.stop();
    }

    @Test
    void whatCouldNotBeRebuiltIsNotForgotten() throws InterruptedException {
        doThrow(new QueryTimeoutException("Redis did not answer in time"))
                .doReturn(List.of())
                .when(rebuild)
                .whereNeeded(any());
        var offer = new OfferId(7);

        job.rebuildCold(new CounterWentCold(offer));
        job.start();

        verify(rebuild, timeout(PATIENCE.toMillis()).times(2)).whereNeeded(argThat(offers -> offers.contains(offer)));
    }
}
