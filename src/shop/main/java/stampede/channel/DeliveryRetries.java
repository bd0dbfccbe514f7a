package stampede.channel;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.task.SendOption;
import stampede.task.Tasks;

/** What a further try has to know, and the way in which it waits. Without database or broker it makes do with what this node knows. */
@Component
class DeliveryRetries {

    private static final int MOST_REMEMBERED = 10_000;

    private final ChannelDeliveryRepository rows;
    private final DeliveryRecorder recorder;
    private final Tasks tasks;
    private final Cache<String, Instant> resolved = Caffeine.newBuilder()
            .maximumSize(MOST_REMEMBERED)
            .expireAfterWrite(Duration.ofMinutes(10))
            .build();

    DeliveryRetries(ChannelDeliveryRepository rows, DeliveryRecorder recorder, Tasks tasks) {
        this.rows = rows;
        this.recorder = recorder;
        this.tasks = tasks;
    }

    /** Remembers what is over. */
    void noteDelivered(long channel, ChannelMessage message) {
        if (message.type().equals(ChannelMessage.RESOLVED)) {
            resolved.put(key(channel, message), message.at());
        }
    }

    /** Whether it was told in the channel, later, that the same is right again. */
    boolean isResolvedSince(long channel, ChannelMessage message) {
        var at = resolved.getIfPresent(key(channel, message));
        return (at != null && at.isAfter(message.at())) || ask(() -> rows.isResolvedSince(channel, message));
    }

    /** Whether it was delivered already. */
    boolean isDelivered(long channel, String messageId) {
        return ask(() -> rows.isDelivered(channel, messageId));
    }

    /** Has it tried again by a node that is there then; false if no server takes that, and this node has to remember it. */
    boolean sendTask(DeliverMessages task, Duration delay) {
        if (recorder.isAway()) {
            return false;
        }
        try {
            tasks.send(task, SendOption.in(delay));
            return true;
        } catch (RuntimeException away) {
            return false;
        }
    }

    private boolean ask(BooleanSupplier question) {
        try {
            return !recorder.isAway() && question.getAsBoolean();
        } catch (DataAccessException | TransactionException away) {
            return false;
        }
    }

    private static String key(long channel, ChannelMessage message) {
        return channel + "|" + message.rule() + "|" + message.grouping();
    }

    /**
     * The task: tries messages once more in a channel.
     *
     * @param channelId its id
     * @param messages as they were told
     * @param tries how often they were tried already
     */
    record DeliverMessages(String channelId, List<ChannelMessage> messages, int tries) {}
}
