package stampede.servers;

import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.RedisCommandExecutionException;
import java.sql.DriverManager;
import java.util.Properties;
import java.util.stream.Stream;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Checks the settings first, and lets nothing have a connection before its server is there. */
@Configuration(proxyBeanMethods = false)
class ServersConfiguration {

    @Bean
    static BeanFactoryPostProcessor productionRules(Environment environment) {
        return beans -> new ProductionSettingsCheck(environment).check();
    }

    @Bean
    static BeanPostProcessor serverWaits(Environment environment) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource database) {
                    new ServerWait(
                                    Server.DATABASE,
                                    ServerAddress.withoutSecrets(database.getJdbcUrl()),
                                    () -> knock(database))
                            .await();
                } else if (bean instanceof LettuceConnectionFactory redis) {
                    new ServerWait(Server.REDIS, address(environment, "spring.data.redis.url"), () -> knock(redis))
                            .await();
                } else if (bean instanceof CachingConnectionFactory broker) {
                    new ServerWait(
                                    Server.BROKER,
                                    address(environment, "spring.rabbitmq.addresses"),
                                    () -> knock(broker, environment))
                            .await();
                }
                return bean;
            }
        };
    }

    private static String address(Environment environment, String setting) {
        return ServerAddress.withoutSecrets(environment.getProperty(setting, ""));
    }

    /** Beside the pool, which would write a stack trace each time. */
    private static void knock(HikariDataSource database) throws Exception {
        var properties = new Properties();
        properties.setProperty("user", String.valueOf(database.getUsername()));
        properties.setProperty("password", String.valueOf(database.getPassword()));
        properties.setProperty("connectTimeout", "2000");
        properties.setProperty("socketTimeout", "5000");
        try (var connection = DriverManager.getConnection(database.getJdbcUrl(), properties);
                var statement = connection.createStatement()) {
            statement.execute("select 1");
        }
    }

    /** Whatever else a Redis says, it is there: a node must not wait for a full disk of Redis to be cleared. */
    private static void knock(LettuceConnectionFactory redis) {
        try (var connection = redis.getConnection()) {
            connection.ping();
        } catch (RuntimeException failure) {
            var isAnswer = Stream.iterate((Throwable) failure, cause -> cause != null, Throwable::getCause)
                    .limit(20)
                    .filter(RedisCommandExecutionException.class::isInstance)
                    .map(answer -> String.valueOf(answer.getMessage()))
                    .anyMatch(words -> words.startsWith("MISCONF") || words.startsWith("OOM"));
            if (!isAnswer) {
                throw failure;
            }
        }
    }

    /**
     * Given back at once, so that whoever wants to hear of connections hears of the first. A virtual host that is missing is no reason
     * to wait where the node itself will make it.
     */
    private static void knock(CachingConnectionFactory broker, Environment environment) throws Exception {
        try {
            broker.createConnection().close();
        } catch (AmqpException last) {
            var addresses = environment.getProperty("spring.rabbitmq.addresses", "");
            var failure = new BrokerAddresses(broker.getRabbitConnectionFactory(), addresses)
                    .refusal()
                    .orElse(last);
            var administrator = environment.getProperty("stampede.task.virtual-host.management", "");
            if (administrator.isBlank()
                    || ServerFailures.missingVirtualHost(failure).isEmpty()) {
                throw failure;
            }
        }
        broker.resetConnection();
    }
}
