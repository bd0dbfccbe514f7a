package stampede.refund;

import java.time.Instant;
import java.util.Optional;
import stampede.alipay.RefundRequest;

/**
 * A refund whose next step is due.
 *
 * @param refund the refund
 * @param due since when; changes with every step, so that of all who want to take it one can
 * @param toldAt when Alipay was told and has not said since that it knows of none
 */
record DueRefund(Refund refund, Instant due, Optional<Instant> toldAt) {

    Step next() {
        return toldAt.isPresent() ? Step.ASK : Step.TELL;
    }

    RefundRequest request() {
        return new RefundRequest(refund.tradeNo(), refund.order().toString(), refund.requestNo(), refund.amount());
    }

    /** What can be done about it. */
    enum Step {
        /** Tell Alipay to pay back. */
        TELL,
        /** Ask what became of what it was told. */
        ASK
    }
}
