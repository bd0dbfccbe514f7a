package stampede.counter;

import io.lettuce.core.resource.ClientResources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Where stock is counted: in the shop's Redis, or in one of its own if {@code stampede.stock.redis} says where that is, in the words of
 * {@code spring.data.redis}. Whatever reads the catalogue cannot slow a sale then, and each of the two may be a cluster or not.
 */
final class CounterConnections implements AutoCloseable {

    private static final String OWN = "stampede.stock.redis";
    private static final String SPRING = "spring.data.redis.";

    /** What counts for both unless the counter's says otherwise. */
    private static final List<String> SHARED =
            List.of("connect-timeout", "timeout", "lettuce.cluster.refresh.adaptive", "lettuce.cluster.refresh.period");

    private final RedisConnectionFactory factory;
    private final Optional<ConfigurableApplicationContext> own;

    private CounterConnections(RedisConnectionFactory factory, Optional<ConfigurableApplicationContext> own) {
        this.factory = factory;
        this.own = own;
    }

    /**
     * Spring Boot makes the connections, in a context of its own: in the shop's it would make no others once there are some.
     *
     * @param shared the shop's
     */
    static CounterConnections of(
            RedisConnectionFactory shared, Environment environment, ClientResources resources, SslBundles bundles) {
        var given = Binder.get(environment).bind(OWN, Bindable.mapOf(String.class, String.class));
        if (!given.isBound()) {
            return new CounterConnections(shared, Optional.empty());
        }
        var settings = new HashMap<String, Object>();
        for (var name : SHARED) {
            Optional.ofNullable(environment.getProperty(SPRING + name))
                    .ifPresent(value -> settings.put(SPRING + name, value));
        }
        given.get().forEach((name, value) -> settings.put(SPRING + name, value));
        var context = new AnnotationConfigApplicationContext();
        context.setEnvironment(new OnlyThese(settings));
        context.registerBean(ClientResources.class, () -> resources);
        context.registerBean(SslBundles.class, () -> bundles);
        context.register(DataRedisAutoConfiguration.class);
        context.refresh();
        return new CounterConnections(context.getBean(RedisConnectionFactory.class), Optional.of(context));
    }

    RedisConnectionFactory factory() {
        return factory;
    }

    /** Those that it made itself. */
    @Override
    public void close() {
        own.ifPresent(ConfigurableApplicationContext::close);
    }

    /** Without the system's variables, which say where the shop's Redis is. */
    private static final class OnlyThese extends StandardEnvironment {

        OnlyThese(Map<String, Object> settings) {
            getPropertySources().addFirst(new MapPropertySource(OWN, settings));
        }

        @Override
        protected void customizePropertySources(MutablePropertySources sources) {
            // None but those that are given.
        }
    }
}
