package stampede.compensation;

import static stampede.compensation.CompensationOutcome.FAILED;
import static stampede.compensation.CompensationOutcome.OK;
import static stampede.compensation.CompensationOutcome.RETRYING;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** What was done. What is ordinary, such as an order that closes unpaid, is none of these. */
public enum CompensationKind {
    /** An attempt of a task failed, and it is tried again. */
    RETRY(RETRYING),
    /** A task that had failed before succeeded. */
    RETRY_SUCCEEDED(OK),
    /** The retries of a task are used up, and it gets a last try. */
    LAST_TRY(RETRYING),
    /** A task was given up and is among the dead. */
    ARCHIVED(FAILED),
    /** A dead task was sent again. */
    ARCHIVE_RETRIED(RETRYING),
    /** Somebody decided that a dead task is not sent again. */
    ARCHIVE_DISCARDED(OK),
    /** The message of a purchase was lost, and the sweeper sent it again. */
    PUBLISHED_AGAIN(OK),
    /** A purchase was too old to become an order any more, and its units went back. */
    ABANDONED(OK),
    /** The counter kept units of an order that had ended, and got them back. */
    RELEASED(OK),
    /** The counter had not heard of an order that holds units, and was told. */
    ADOPTED(OK),
    /** The counter of an offer was put right. */
    COUNTER_CORRECTED(OK, FAILED),
    /** The counter of an offer was filled again from the database. */
    REBUILT(OK, FAILED),
    /** An order closed though Alipay did not say what became of its trade. */
    CLOSED_WITHOUT_WORD(OK),
    /** Money came for an order that was closed, and goes back. */
    LATE_MONEY(OK),
    /** Money came for an order that was paid already, and goes back. */
    SECOND_MONEY(OK),
    /** Money came for what never became an order, and goes back. */
    MONEY_FOR_NOTHING(OK),
    /** A step of a refund was taken. */
    REFUND_TRIED(OK, RETRYING),
    /** A refund waits for an operator. */
    REFUND_STUCK(FAILED),
    /** An operator resolved a purchase. */
    RESOLVED_BY_HAND(OK, RETRYING, FAILED);

    private final ImmutableList<CompensationOutcome> outcomes;

    CompensationKind(CompensationOutcome... outcomes) {
        this.outcomes = ImmutableList.copyOf(outcomes);
    }

    /** What may come of it. */
    public List<CompensationOutcome> outcomes() {
        return outcomes;
    }
}
