package stampede.support.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Spring's, under a name of its own in the log: while the broker is away the engine tries often, and says so once where it matters.
 */
public class EngineConnectionFactory extends CachingConnectionFactory {

    EngineConnectionFactory(ConnectionFactory client) {
        super(client);
    }

    /** What the broker, or the way to it, had against a connection or a channel: in its own words, without the exceptions around them. */
    public static String reasonOf(Throwable failure) {
        var cause = NestedExceptionUtils.getMostSpecificCause(failure);
        if (cause instanceof ShutdownSignalException closed) {
            if (closed.getReason() instanceof AMQP.Connection.Close close) {
                return close.getReplyText();
            }
            if (closed.getReason() instanceof AMQP.Channel.Close close) {
                return close.getReplyText();
            }
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
