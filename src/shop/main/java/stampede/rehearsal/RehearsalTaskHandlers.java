package stampede.rehearsal;

import java.time.Clock;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.task.Beat;
import stampede.task.Remember;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Plays rehearsals, and forgets what they left behind. */
@TaskHandlers
class RehearsalTaskHandlers {

    private static final int SHADOWS = 100;
    private static final int ORDERS = 500;

    private final RehearsalRepository rows;
    private final RehearsalRun run;
    private final SlotRehearsals slots;
    private final ShadowOrderRepository shadows;
    private final RehearsalProperties properties;
    private final TransactionTemplate transaction;
    private final Clock clock;

    RehearsalTaskHandlers(
            RehearsalRepository rows,
            RehearsalRun run,
            SlotRehearsals slots,
            ShadowOrderRepository shadows,
            RehearsalProperties properties,
            TransactionTemplate transaction,
            Clock clock) {
        this.rows = rows;
        this.run = run;
        this.slots = slots;
        this.shadows = shadows;
        this.properties = properties;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Once. A message that comes a second time is of one whose worker died: nobody plays it on, and its bots' passes end by themselves. */
    @Task(name = "rehearsal.run", queue = "rehearsals", timeLimit = "6m")
    void run(RunRehearsal wanted) throws InterruptedException {
        var id = Long.parseLong(wanted.rehearsal());
        if (rows.begin(id)) {
            var rehearsal = rows.find(id);
            if (rehearsal.isPresent()) {
                run.play(rehearsal.get());
            }
        } else {
            rows.end(id, died());
        }
    }

    /** Looks whether a slot comes before which one is to be played. */
    @Beat(name = "rehearsal.before-slots", every = "1m", overlap = false, remember = Remember.FAILURES)
    void playBeforeSlots(Tick tick) {
        slots.play();
    }

    /** Ends what nobody ended, and forgets old orders of shadows, a few at a time. */
    @Beat(name = "rehearsal.tidy", every = "10m", overlap = false, remember = Remember.FAILURES)
    void tidy(Tick tick) {
        var now = clock.instant();
        rows.open().stream()
                .filter(rehearsal -> rehearsal.isOverAt(now))
                .forEach(rehearsal -> rows.end(rehearsal.id(), died()));
        shadows.forgettable(now.minus(properties.keepOrders()), SHADOWS).forEach(this::forget);
    }

    private void forget(OfferId shadow) {
        Integer forgotten;
        do {
            forgotten = transaction.execute(status -> shadows.forgetOrders(shadow, ORDERS));
        } while (forgotten != null && forgotten == ORDERS);
        transaction.executeWithoutResult(status -> shadows.forget(shadow));
    }

    private Rehearsal.End died() {
        return new Rehearsal.End(
                clock.instant(), RehearsalVerdict.STOPPED, Optional.of(StopReason.DIED), Optional.empty());
    }
}
