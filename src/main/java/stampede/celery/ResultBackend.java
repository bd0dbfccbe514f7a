package stampede.celery;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import java.io.File;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;
import stampede.task.TaskId;

/**
 * Results of tasks where Celery keeps them, in Redis. While Redis is away, writing waits: whoever called {@code get()} would wait for
 * ever for a result that was thrown away.
 */
@Component
class ResultBackend implements SmartLifecycle, DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(ResultBackend.class);
    private static final RedisScript<Long> STORE =
            RedisScript.of(new ClassPathResource("store-result.lua", ResultBackend.class), Long.class);
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final StringRedisTemplate redis;
    private final Optional<LettuceConnectionFactory> own;
    private final CeleryProperties properties;
    private volatile boolean running;

    ResultBackend(
            StringRedisTemplate shared,
            CeleryProperties properties,
            @Value("${stampede.servers.ca:}") String authority) {
        this.own = properties.resultBackend().isBlank()
                ? Optional.empty()
                : Optional.of(connectTo(RedisURI.create(properties.resultBackend()), authority));
        this.redis = own.map(StringRedisTemplate::new).orElse(shared);
        this.properties = properties;
    }

    /** By TLS if its address begins with {@code rediss}; its certificate is checked by the servers' authority, if there is one. */
    private static LettuceConnectionFactory connectTo(RedisURI uri, String authority) {
        var client = LettuceClientConfiguration.builder();
        if (uri.isSsl()) {
            client.useSsl();
        }
        if (!authority.isEmpty()) {
            var trusted = SslOptions.builder().trustManager(new File(authority)).build();
            client.clientOptions(ClientOptions.builder()
                    .sslOptions(trusted)
                    .timeoutOptions(TimeoutOptions.enabled())
                    .build());
        }
        var connections =
                new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(uri), client.build());
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    /**
     * Writes it down, unless the task is known to have ended already.
     *
     * @throws IllegalStateException if the node stops before Redis answered
     */
    void store(TaskId id, Result result, boolean revived) {
        hold(() -> redis.execute(
                STORE,
                List.of(key(id)),
                result.json(),
                result.status(),
                Long.toString(properties.resultExpires().toSeconds()),
                revived ? "1" : "0"));
    }

    /** As JSON, or nothing if nothing is known of the task. */
    Optional<String> find(TaskId id) {
        return Optional.ofNullable(redis.opsForValue().get(key(id)));
    }

    private static String key(TaskId id) {
        return "celery-task-meta-" + id;
    }

    private void hold(Supplier<?> write) {
        for (long pause = 100; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            try {
                var unused = write.get();
                return;
            } catch (DataAccessException away) {
                log.warn("Results for Celery wait until Redis is back: {}", away.toString());
                rest(pause);
            }
        }
    }

    private void rest(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        if (!running || Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("The node stops, and Redis has not taken the result");
        }
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Stops before the workers do, so that none of them waits for Redis any longer. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE - 1024;
    }

    @Override
    public void destroy() {
        own.ifPresent(LettuceConnectionFactory::destroy);
    }

    /**
     * @param status Celery's word for the state
     * @param json the whole entry
     */
    record Result(String status, String json) {}
}
