package stampede.refund;

import static stampede.task.SendOption.at;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.alipay.Alipay;
import stampede.alipay.RefundAnswer;
import stampede.order.OrderStateMachine;
import stampede.task.Tasks;

/**
 * Pays refunds back, in steps that anyone may repeat: Alipay is told, then asked what became of it, then told again, always under the
 * same number, until it confirms. Alipay pays one number back once, so a step that was taken twice, or whose answer was lost,
 * does no harm.
 *
 * <p>No answer never counts against a refund, however long Alipay is silent: it is asked until it answers. What it refuses for
 * good, or has not done after many tries, is stuck and waits for an operator.
 */
@Component
public class RefundPayer {

    private static final Logger log = LoggerFactory.getLogger(RefundPayer.class);

    private static final String WHO = "payment";
    private static final String NOT_YET = "NOT_YET";

    private final DueRefundRepository refunds;
    private final Alipay alipay;
    private final OrderStateMachine orders;
    private final Tasks tasks;
    private final RefundProperties properties;
    private final RefundOutcomes outcomes;
    private final Clock clock;
    private final TransactionTemplate transaction;

    public RefundPayer(
            DueRefundRepository refunds,
            Alipay alipay,
            OrderStateMachine orders,
            Tasks tasks,
            RefundProperties properties,
            RefundOutcomes outcomes,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.refunds = refunds;
        this.alipay = alipay;
        this.orders = orders;
        this.tasks = tasks;
        this.properties = properties;
        this.outcomes = outcomes;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Takes the next step, if one is due and nobody else takes it. Outside of any transaction, because it talks to Alipay. */
    public void step(String requestNo) {
        refunds.find(requestNo, now()).filter(this::isOurs).ifPresent(due -> {
            if (due.next() == DueRefund.Step.TELL) {
                handleRefund(due, alipay.refund(due.request()));
            } else {
                handleStatus(due, alipay.refundStatus(due.request()));
            }
        });
    }

    private boolean isOurs(DueRefund due) {
        return refunds.lease(due, now(), now().plus(properties.refundLease()));
    }

    private void handleRefund(DueRefund due, RefundAnswer answer) {
        if (answer instanceof RefundAnswer.Done) {
            finish(due);
        } else if (answer instanceof RefundAnswer.Refused refused) {
            handleRefusal(due, refused);
        } else {
            ask(due, properties.refundAskAfter(), text(answer));
        }
    }

    private void handleStatus(DueRefund due, RefundAnswer answer) {
        if (answer instanceof RefundAnswer.Done) {
            finish(due);
        } else if (answer instanceof RefundAnswer.Unknown) {
            ask(due, pauseBeforeAsking(due), text(answer));
        } else if (answer instanceof RefundAnswer.NotYet || answer instanceof RefundAnswer.Refused) {
            retry(due, due.refund().attempts(), text(answer));
        } else {
            throw new IllegalStateException("Nothing says what becomes of a refund by this answer: " + answer);
        }
    }

    private void handleRefusal(DueRefund due, RefundAnswer.Refused refused) {
        if (refused.forGood()) {
            giveUp(due, refused.code());
        } else {
            retry(due, due.refund().attempts() + 1, refused.code());
        }
    }

    private void finish(DueRefund due) {
        var order = due.refund().order();
        var first = Boolean.TRUE.equals(transaction.execute(status -> {
            var locked = orders.lock(order);
            var won = refunds.markDone(due, now());
            if (won && refunds.allGoneBack(order)) {
                orders.markRefunded(order, WHO);
            }
            if (won) {
                locked.ifPresent(known -> outcomes.tellDone(due.refund(), known.offer()));
            }
            return won;
        }));
        if (first) {
            outcomes.countDone(due.refund());
            log.atInfo()
                    .addKeyValue("order", order)
                    .log("Refund {} has gone back", due.refund().requestNo());
        }
    }

    private void giveUp(DueRefund due, String answer) {
        if (refunds.markStuck(due, answer)) {
            outcomes.countStuck(due.refund(), answer);
            log.atWarn()
                    .addKeyValue("order", due.refund().order())
                    .log(
                            "Refund {} is stuck, an operator must look: {}",
                            due.refund().requestNo(),
                            answer);
        }
    }

    /** Waits twice as long with every try. */
    private void retry(DueRefund due, int tries, String answer) {
        if (tries >= properties.refundTries()) {
            giveUp(due, answer);
            return;
        }
        var wait = shorter(properties.refundAgain().multipliedBy(1L << Math.min(tries, 20)));
        next(due, wait, answer, when -> refunds.tellAt(due, when, answer));
    }

    private void ask(DueRefund due, Duration wait, String answer) {
        next(due, wait, answer, when -> refunds.askAt(due, when, answer));
    }

    private void next(DueRefund due, Duration wait, String answer, Consumer<Instant> change) {
        var when = now().plus(wait);
        transaction.executeWithoutResult(status -> {
            change.accept(when);
            tasks.send(new PayRefund(due.refund().requestNo()), at(when));
            outcomes.tellWait(due.refund(), wait, answer);
        });
    }

    /** As long as it is since Alipay was told, so that an Alipay that is silent is asked less and less often. */
    private Duration pauseBeforeAsking(DueRefund due) {
        var sofar = Duration.between(due.toldAt().orElseThrow(), now());
        var least = properties.refundAskAfter();
        return shorter(sofar.compareTo(least) < 0 ? least : sofar);
    }

    private Duration shorter(Duration wait) {
        var most = properties.refundWaitAtMost();
        return wait.compareTo(most) < 0 ? wait : most;
    }

    private static String text(RefundAnswer answer) {
        if (answer instanceof RefundAnswer.Refused refused) {
            return refused.code();
        }
        if (answer instanceof RefundAnswer.Unknown unknown) {
            return cut("UNKNOWN " + unknown.why());
        }
        return NOT_YET;
    }

    private static String cut(String text) {
        return text.length() > 200 ? text.substring(0, 200) : text;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
