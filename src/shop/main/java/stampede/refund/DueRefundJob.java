package stampede.refund;

import java.time.Clock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** The safety net under the tasks of refunds: takes the steps that nobody has taken although they are due. */
@Component
@OnRole(NodeRole.WORKER)
class DueRefundJob {

    private static final int BATCH = 100;

    private final RefundPayer refundPayer;
    private final DueRefundRepository refunds;
    private final RefundProperties properties;
    private final Clock clock;

    DueRefundJob(RefundPayer refundPayer, DueRefundRepository refunds, RefundProperties properties, Clock clock) {
        this.refundPayer = refundPayer;
        this.refunds = refunds;
        this.properties = properties;
        this.clock = clock;
    }

    /** One that fails is taken up again when its lease is over; the next turn goes on with those behind it. */
    @Scheduled(fixedDelayString = "${stampede.payment.refund-poll-every:5s}")
    void turn() {
        var forgotten = clock.instant().minus(properties.refundPollEvery());
        refunds.dueSince(forgotten, BATCH).forEach(refundPayer::step);
    }
}
