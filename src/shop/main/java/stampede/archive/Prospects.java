package stampede.archive;

import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.archive.Prospect.Outcome;
import stampede.inquiry.PurchaseHistory;
import stampede.inquiry.PurchaseStep;
import stampede.order.OrderStatus;
import stampede.order.PlaceOrderMessages;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskPlans;

/** Tells what a retry would come to. It only reads, so what it says may be outdated a moment later; the task itself decides again. */
@Component
public class Prospects {

    private final DeadTasks dead;
    private final TaskPlans plans;
    private final SubjectReader subjects;

    Prospects(DeadTasks dead, TaskPlans plans, SubjectReader subjects) {
        this.dead = dead;
        this.plans = plans;
        this.subjects = subjects;
    }

    /**
     * What a retry would come to now.
     *
     * @param purchase the steps of the order that it is about, if it is about one
     */
    public Prospect of(ArchivedTask task, Optional<PurchaseHistory> purchase) {
        if (task.state().isDecided()) {
            return new Prospect(Outcome.DECIDED, Optional.of(task.changedAt()));
        }
        if (plans.find(task.name()).isEmpty()) {
            return Prospect.of(Outcome.UNKNOWN_TASK);
        }
        if (task.name().equals(PlaceOrderMessages.TASK)) {
            return dead.find(task.id()).flatMap(subjects::placement).isEmpty()
                    ? Prospect.of(Outcome.NOT_GENUINE)
                    : purchase.map(Prospects::ofPlacement).orElse(Prospect.of(Outcome.NOT_GENUINE));
        }
        return Prospect.of(task.state() == ArchiveState.SETTLED ? Outcome.NOTHING_LEFT : Outcome.RUNS);
    }

    private static Prospect ofPlacement(PurchaseHistory purchase) {
        return purchase.status()
                .map(status -> decided(purchase, status))
                .orElseGet(() -> Prospect.of(purchase.redisAnswered() ? Outcome.WOULD_PLACE : Outcome.UNCERTAIN));
    }

    private static Prospect decided(PurchaseHistory purchase, OrderStatus status) {
        return switch (status) {
            case ABANDONED -> at(Outcome.ABANDONED, purchase, PurchaseStep.What.ABANDONED);
            case REJECTED -> at(Outcome.REJECTED, purchase, PurchaseStep.What.REJECTED);
            case AWAITING_PAYMENT, CLOSING, CLOSED, PAID, SHIPPED, FINISHED, REFUNDING, REFUNDED ->
                at(Outcome.ORDER_EXISTS, purchase, PurchaseStep.What.PLACED);
        };
    }

    private static Prospect at(Outcome outcome, PurchaseHistory purchase, PurchaseStep.What what) {
        return new Prospect(
                outcome,
                purchase.steps().stream()
                        .filter(step -> step.what() == what)
                        .flatMap(step -> step.at().stream())
                        .findFirst());
    }
}
