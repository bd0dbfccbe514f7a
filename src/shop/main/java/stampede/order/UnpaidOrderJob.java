package stampede.order;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** The safety net under the timers: looks for orders whose time is up, whether or not a timer was ever set or arrived. */
@Component
@OnRole(NodeRole.WORKER)
class UnpaidOrderJob {

    private final OrderCloser orderCloser;

    UnpaidOrderJob(OrderCloser orderCloser) {
        this.orderCloser = orderCloser;
    }

    @Scheduled(fixedDelayString = "${stampede.order.poll-every:10s}")
    void turn() {
        orderCloser.closeAllOverdue();
    }
}
