package stampede.rehearsal;

import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditedActs;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.ids.Ids;
import stampede.refusal.RefusalException;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;

/** Rehearsals: asks for one, calls one off, and shows what came of them. There is one at a time in the cluster. */
@Service
public class Rehearsals {

    private static final String UNIQUE = "rehearsal.run";
    private static final int SHOWN = 100;
    private static final int COMPARED = 5;

    private final RehearsalRepository rows;
    private final RealSales sales;
    private final Catalog catalog;
    private final AuditedActs acts;
    private final Tasks tasks;
    private final Ids ids;
    private final Clock clock;

    Rehearsals(
            RehearsalRepository rows,
            RealSales sales,
            Catalog catalog,
            AuditedActs acts,
            Tasks tasks,
            Ids ids,
            Clock clock) {
        this.rows = rows;
        this.sales = sales;
        this.catalog = catalog;
        this.acts = acts;
        this.tasks = tasks;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Has a worker begin it now.
     *
     * @return its number
     * @throws RefusalException with a {@link RehearsalRefusal} if it may not
     */
    public long ask(SignedIn operator, RehearsalPlan plan) {
        var rehearsal = rehearsal(operator.who(), plan);
        if (!plan.beside()
                && !sales.near(clock.instant(), RealSales.BEFORE_START).isEmpty()) {
            throw new RefusalException(RehearsalRefusal.SALE_TOO_NEAR);
        }
        var act = new AuditLog.Act(
                operator.who(), "REHEARSAL_ASKED", "rehearsal:" + rehearsal.id(), "", "offer:" + plan.offer());
        return acts.run(act, () -> {
            begin(rehearsal);
            return AuditedActs.Done.of(rehearsal.id(), AuditLog.Change.of("", plan.shoppers() + " bots"));
        });
    }

    /**
     * Has a worker begin one for which no person asked, in the caller's transaction. Whether a sale is too near the caller knows.
     *
     * @param who asks, as it is shown
     * @throws RefusalException if there is nothing to rehearse, or one runs
     */
    void begin(String who, RehearsalPlan plan) {
        begin(rehearsal(who, plan));
    }

    private Rehearsal rehearsal(String who, RehearsalPlan plan) {
        var offer = offer(plan.offer());
        return new Rehearsal(
                ids.next(),
                plan,
                new Rehearsal.Copied(offer.name(), offer.price(), offer.limitPerShopper()),
                who,
                Rehearsal.State.WAITING,
                RehearsalStep.CHECK,
                new Rehearsal.Times(clock.instant().truncatedTo(ChronoUnit.MILLIS), Optional.empty(), Optional.empty()),
                Optional.empty());
    }

    /** In the caller's transaction. A key that somebody else has means that theirs runs. */
    private void begin(Rehearsal rehearsal) {
        if (rows.open().stream().anyMatch(open -> !open.isOverAt(clock.instant()))) {
            throw new RefusalException(RehearsalRefusal.REHEARSAL_RUNS);
        }
        rows.insert(rehearsal);
        var mine = TaskId.random();
        var sent = tasks.send(
                new RunRehearsal(Long.toString(rehearsal.id())),
                SendOption.id(mine),
                SendOption.unique(UNIQUE, Rehearsal.LONGEST),
                SendOption.expires(Duration.ofMinutes(5)));
        if (!sent.equals(mine)) {
            throw new RefusalException(RehearsalRefusal.REHEARSAL_RUNS);
        }
    }

    /**
     * Asks it to stop, which it does within a second or two.
     *
     * @throws RefusalException if there is none, or it is over
     */
    public void stop(SignedIn operator, long id) {
        var rehearsal = find(id).orElseThrow(() -> new RefusalException(RehearsalRefusal.NO_SUCH_REHEARSAL));
        if (rehearsal.isOver()) {
            throw new RefusalException(RehearsalRefusal.REHEARSAL_OVER);
        }
        acts.run(
                new AuditLog.Act(operator.who(), "REHEARSAL_STOPPED", "rehearsal:" + id),
                () -> rows.askToStop(id, clock.instant())
                        ? AuditedActs.Done.of(true, AuditLog.Change.of("", "stop"))
                        : AuditedActs.Done.nothing(false));
    }

    public Optional<Rehearsal> find(long id) {
        return rows.find(id);
    }

    /** The newest one, if it was asked for within this time. */
    public Optional<Rehearsal> newest(Duration within) {
        var since = clock.instant().minus(within);
        return rows.newest(1).stream()
                .filter(rehearsal -> rehearsal.times().asked().isAfter(since))
                .findFirst();
    }

    /** The newest hundred. */
    public List<Rehearsal> newest() {
        return rows.newest(SHOWN);
    }

    /** The last five of the same offer that came to a verdict before this one, the newest first. */
    public List<Rehearsal> earlier(Rehearsal than) {
        return rows.earlier(than, COMPARED);
    }

    /**
     * What could be rehearsed.
     *
     * @throws RefusalException with {@link RehearsalRefusal#NOTHING_TO_REHEARSE} if nothing
     */
    public Offer offer(OfferId offer) {
        return catalog.offer(offer)
                .filter(found -> !found.isCoupon())
                .orElseThrow(() -> new RefusalException(RehearsalRefusal.NOTHING_TO_REHEARSE));
    }
}
