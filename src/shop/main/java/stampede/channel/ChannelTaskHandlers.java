package stampede.channel;

import java.time.Clock;
import stampede.task.Beat;
import stampede.task.Remember;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Tries again what could not be told, and forgets what became of it long ago. */
@TaskHandlers
class ChannelTaskHandlers {

    private static final int AT_ONCE = 1_000;

    private final ChannelTelling telling;
    private final ChannelCache channels;
    private final ChannelDeliveryRepository rows;
    private final ChannelProperties properties;
    private final Clock clock;

    ChannelTaskHandlers(
            ChannelTelling telling,
            ChannelCache channels,
            ChannelDeliveryRepository rows,
            ChannelProperties properties,
            Clock clock) {
        this.telling = telling;
        this.channels = channels;
        this.rows = rows;
        this.properties = properties;
        this.clock = clock;
    }

    /** Ends at once, whatever comes of it: what fails again is a new task, or given up. So none of these is ever a dead task. */
    @Task(name = "channel.deliver", queue = "channels", remember = Remember.FAILURES)
    void deliver(DeliveryRetries.DeliverMessages task) {
        telling.tellAgain(Long.parseLong(task.channelId()), task.messages(), task.tries());
    }

    @Beat(name = "channel.seal", every = "1h", overlap = false)
    void seal(Tick tick) {
        channels.sealAnew();
    }

    /** A thousand at a time, so that no transaction is long. */
    @Beat(name = "channel.forget", every = "1h", overlap = false)
    void forget(Tick tick) {
        var before = clock.instant().minus(properties.deliveriesKept()).toEpochMilli();
        int forgotten;
        do {
            forgotten = rows.deleteBefore(before, AT_ONCE);
        } while (forgotten == AT_ONCE);
    }
}
