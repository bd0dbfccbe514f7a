package stampede.support.rabbit;

import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;
import org.springframework.boot.amqp.autoconfigure.CachingConnectionFactoryConfigurer;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ReflectionUtils;

/**
 * Puts the lenient client in the place of the one that Spring Boot has set up, with all that was set on it, TLS included. Spring Boot
 * itself offers no way to choose another one.
 */
final class LenientRabbitConnections implements DestructionAwareBeanPostProcessor {

    private static final String NAME = "rabbitConnectionFactory";

    private final ObjectProvider<CachingConnectionFactoryConfigurer> settings;
    private final ApplicationContext context;
    private @Nullable CachingConnectionFactory lenient;

    LenientRabbitConnections(ObjectProvider<CachingConnectionFactoryConfigurer> settings, ApplicationContext context) {
        this.settings = settings;
        this.context = context;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof CachingConnectionFactory boots) || !name.equals(NAME)) {
            return bean;
        }
        var client = new LenientRabbitClient();
        ReflectionUtils.shallowCopyFieldState(boots.getRabbitConnectionFactory(), client);
        var connections = new CachingConnectionFactory(client);
        settings.getObject().configure(connections);
        connections.setApplicationContext(context);
        connections.setBeanName(name);
        connections.afterPropertiesSet();
        lenient = connections;
        return connections;
    }

    /** Spring knows only of the one that it made itself. */
    @Override
    public void postProcessBeforeDestruction(Object bean, String name) {
        if (name.equals(NAME) && lenient != null) {
            lenient.destroy();
        }
    }

    @Override
    public boolean requiresDestruction(Object bean) {
        return bean instanceof CachingConnectionFactory;
    }
}
