package stampede.support;

import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.FrameHandlerFactory;
import java.io.IOException;

/**
 * RabbitMQ's client with {@link LenientFrameHandler}: a message that the client alone cannot read would end the connection it comes
 * by, and with it everybody's work on it, each time it is delivered.
 */
final class LenientRabbitClient extends ConnectionFactory {

    @Override
    protected synchronized FrameHandlerFactory createFrameHandlerFactory() throws IOException {
        var own = super.createFrameHandlerFactory();
        return (address, name) -> new LenientFrameHandler(own.create(address, name));
    }
}
