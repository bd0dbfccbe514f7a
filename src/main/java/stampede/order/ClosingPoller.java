package stampede.order;

import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.stereotype.Component;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** The safety net under the timers: looks for orders whose time is up, whether or not a timer was ever set or arrived. */
@Component
@OnRole(NodeRole.WORKER)
class ClosingPoller implements SchedulingConfigurer {

    private final Closing closing;
    private final OrderProperties properties;

    ClosingPoller(Closing closing, OrderProperties properties) {
        this.closing = closing;
        this.properties = properties;
    }

    @Override
    public void configureTasks(ScheduledTaskRegistrar timer) {
        timer.addFixedDelayTask(closing::closeAllOverdue, properties.pollEvery());
    }
}
