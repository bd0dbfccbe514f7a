package stampede.support.rabbit;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.rabbit.connection.AbstractConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.CacheMode;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.boot.amqp.autoconfigure.CachingConnectionFactoryConfigurer;
import org.springframework.boot.amqp.autoconfigure.RabbitProperties;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.util.ReflectionUtils;
import stampede.support.EngineConfiguration;

/**
 * The engine's own connections to RabbitMQ, made of what the application's know: address, account, TLS. The application's stay as they
 * are. The engine's read what others write, and do not believe for long in a broker that does not answer: a frozen one takes
 * connections and keeps them, and the next address is tried only when it is given up.
 */
@EngineConfiguration
class EngineRabbitAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(EngineRabbitAutoConfiguration.class);

    /** The client waits for half of it for each of the broker's answers while it connects. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    /** What the client does unless it is told otherwise. */
    private static final Duration RPC_BY_DEFAULT = new RabbitProperties().getChannelRpcTimeout();

    private static final Duration HEARTBEAT = Duration.ofSeconds(4);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration RPC = Duration.ofSeconds(5);

    @Bean(name = EngineConnections.BEAN, defaultCandidate = false)
    @ConditionalOnMissingBean(name = EngineConnections.BEAN)
    CachingConnectionFactory stampedeRabbitConnectionFactory(
            AbstractConnectionFactory application,
            CachingConnectionFactoryConfigurer settings,
            RabbitProperties properties) {
        var client = new LenientRabbitClient();
        ReflectionUtils.shallowCopyFieldState(application.getRabbitConnectionFactory(), client);
        hurry(client, properties);
        var connections = new EngineConnectionFactory(client);
        settings.configure(connections);
        // The engine asks for confirms and returns itself, on channels of the client's.
        connections.setPublisherConfirmType(ConfirmType.NONE);
        connections.setPublisherReturns(false);
        connections.setCacheMode(CacheMode.CHANNEL);
        return connections;
    }

    /** What the application says is kept; what it leaves open is shorter than the client would have it. */
    private static void hurry(ConnectionFactory client, RabbitProperties properties) {
        if (properties.getRequestedHeartbeat() == null) {
            client.setRequestedHeartbeat((int) HEARTBEAT.toSeconds());
        }
        if (properties.getConnectionTimeout() == null) {
            client.setConnectionTimeout((int) CONNECT.toMillis());
        }
        if (properties.getChannelRpcTimeout().equals(RPC_BY_DEFAULT)) {
            client.setChannelRpcTimeout((int) RPC.toMillis());
        }
        client.setHandshakeTimeout((int) HANDSHAKE.toMillis());
        // Without it, who closes a connection waits for whoever is held up writing to it, which may be for ever.
        var threads = new CustomizableThreadFactory("rabbit-shutdown-");
        threads.setDaemon(true);
        client.setShutdownExecutor(Executors.newCachedThreadPool(threads));
        client.setExceptionHandler(new DefaultExceptionHandler() {
            @Override
            public void handleUnexpectedConnectionDriverException(Connection line, Throwable failure) {
                // Whoever uses the line hears of it and says so, once.
                log.debug("A line to RabbitMQ broke", failure);
            }
        });
    }
}
