package stampede.pastsale;

import java.time.Duration;
import stampede.task.Beat;
import stampede.task.Remember;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Moves the orders of past sales, a little every minute. */
@TaskHandlers
class PastSaleTaskHandlers {

    private static final Duration MOST = Duration.ofSeconds(40);

    private final SaleMover mover;

    PastSaleTaskHandlers(SaleMover mover) {
        this.mover = mover;
    }

    @Beat(
            name = "past-sale.move",
            every = "1m",
            misfire = Beat.Misfire.SKIP,
            overlap = false,
            timeLimit = "10m",
            remember = Remember.FAILURES)
    void move(Tick tick) {
        mover.turn(MOST);
    }
}
