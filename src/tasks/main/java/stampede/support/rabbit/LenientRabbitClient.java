package stampede.support.rabbit;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.AMQConnection;
import com.rabbitmq.client.impl.FrameHandlerFactory;
import java.io.IOException;

/**
 * RabbitMQ's client with {@link LenientFrameHandler}: a message that the client alone cannot read would end the connection it comes
 * by, and with it everybody's work on it, each time it is delivered.
 */
public final class LenientRabbitClient extends ConnectionFactory {

    /**
     * Writes many commands on a connection at once. The client by itself hands each one to the system, which costs more than to make it.
     *
     * @param writes write by the calling thread
     * @throws IOException if the connection is broken; any of what was written may be lost
     */
    public static void writeTogether(Connection connection, BrokerWrites writes) throws IOException {
        if (connection instanceof AMQConnection line && line.getFrameHandler() instanceof LenientFrameHandler frames) {
            try {
                frames.withoutFlush(writes);
            } finally {
                line.flush();
            }
        } else {
            writes.write();
        }
    }

    @Override
    protected synchronized FrameHandlerFactory createFrameHandlerFactory() throws IOException {
        var own = super.createFrameHandlerFactory();
        return (address, name) -> new LenientFrameHandler(own.create(address, name));
    }
}
