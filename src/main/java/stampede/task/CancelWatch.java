package stampede.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.support.Loop;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Learns twice a second what was called off anywhere, so that whoever runs it here is told. */
@Component
@OnRole(NodeRole.WORKER)
class CancelWatch extends Loop {

    private static final Logger log = LoggerFactory.getLogger(CancelWatch.class);
    private static final Duration PAUSE = Duration.ofMillis(400);

    /** A cancellation is dated when it is asked and seen when it commits, so one looks back a good while. */
    private static final Duration LOOK_BACK = Duration.ofMinutes(2);

    /** How many turns pass between two looks at all of them, which finds those of longer transactions and drops what is gone. */
    private static final int TURNS = 150;

    private final CancelTable table;
    private final Cancellations cancellations;
    private final Clock clock;
    private int turn;

    CancelWatch(CancelTable table, Cancellations cancellations, Clock clock) {
        super("task-cancel-watch", PAUSE);
        this.table = table;
        this.cancellations = cancellations;
        this.clock = clock;
    }

    /** Before the first task arrives, so that a restart forgets nothing. */
    @Override
    public void start() {
        try {
            turn();
        } catch (DataAccessException away) {
            log.warn("Until the database answers, each task asks it whether it was called off: {}", away.toString());
        }
        super.start();
    }

    @Override
    protected void turn() {
        if (turn % TURNS == 0) {
            cancellations.remember(table.askedSince(Instant.EPOCH));
        } else {
            cancellations.add(table.askedSince(clock.instant().minus(LOOK_BACK)));
        }
        turn++;
    }

    @Override
    public int getPhase() {
        return TaskWorkers.PHASE - 1;
    }
}
