package stampede.support.rabbit;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.amqp.autoconfigure.CachingConnectionFactoryConfigurer;
import org.springframework.boot.amqp.autoconfigure.ConnectionFactoryCustomizer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import stampede.support.EngineConfiguration;

/**
 * RabbitMQ's client, beside what {@code spring.rabbitmq} says of it. It reads what others write, and does not believe for long in a
 * broker that does not answer: a frozen one takes connections and keeps them, and the next address is tried only when it is given up.
 */
@EngineConfiguration
class EngineRabbitAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(EngineRabbitAutoConfiguration.class);

    /** The client waits for half of it for each of the broker's answers while it connects. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    @Bean
    static LenientRabbitConnections lenientRabbitConnections(
            ObjectProvider<CachingConnectionFactoryConfigurer> settings, ApplicationContext context) {
        return new LenientRabbitConnections(settings, context);
    }

    @Bean
    ConnectionFactoryCustomizer silentBrokers() {
        return factory -> {
            factory.setHandshakeTimeout((int) HANDSHAKE.toMillis());
            // Without it, who closes a connection waits for whoever is held up writing to it, which may be for ever.
            var threads = new CustomizableThreadFactory("rabbit-shutdown-");
            threads.setDaemon(true);
            factory.setShutdownExecutor(Executors.newCachedThreadPool(threads));
            factory.setExceptionHandler(new DefaultExceptionHandler() {
                @Override
                public void handleUnexpectedConnectionDriverException(Connection line, Throwable failure) {
                    // Whoever uses the line hears of it and says so, once.
                    log.debug("A line to RabbitMQ broke", failure);
                }
            });
        };
    }
}
