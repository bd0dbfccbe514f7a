package stampede.counter;

import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;
import stampede.catalog.OfferId;
import stampede.stock.ReservationId;
import stampede.task.Remember;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskHandlers;

/** What stock does in the background. */
@TaskHandlers
class CounterTaskHandlers {

    private final StockCounter counter;

    CounterTaskHandlers(StockCounter counter) {
        this.counter = counter;
    }

    /**
     * Releases units in the counter. If Redis stays away longer than the retries, nothing is lost: the audit finds the
     * reservations whose orders do not hold units.
     *
     * @throws DataAccessException if Redis does not answer
     */
    @Task(name = "stock.release", queue = "stock", remember = Remember.FAILURES)
    @Retry(delays = {"10s", "30s", "60s"})
    void release(ReleaseUnits task) {
        counter.release(task.reservations().stream()
                .collect(Collectors.toMap(
                        kept -> ReservationId.of(kept.reservationId()),
                        kept -> OfferId.of(kept.offerId()),
                        (first, second) -> first)));
    }
}
