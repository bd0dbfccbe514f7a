package stampede.order;

import org.springframework.stereotype.Component;
import stampede.support.Loop;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** The safety net under the timers: looks for orders whose time is up, whether or not a timer was ever set or arrived. */
@Component
@OnRole(NodeRole.WORKER)
class ClosingPoller extends Loop {

    private final Closing closing;

    ClosingPoller(Closing closing, OrderProperties properties) {
        super("closing-poller", properties.pollEvery());
        this.closing = closing;
    }

    @Override
    protected void turn() {
        closing.closeAllOverdue();
    }
}
