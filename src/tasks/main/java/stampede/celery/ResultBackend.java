package stampede.celery;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import stampede.support.StopPhase;
import stampede.task.TaskId;
import tools.jackson.databind.json.JsonMapper;

/**
 * Results of tasks where Celery keeps them, in Redis. While Redis is away, writing waits: whoever called {@code get()} would wait for
 * ever for a result that was thrown away.
 */
class ResultBackend implements SmartLifecycle, DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(ResultBackend.class);
    private static final RedisScript<Long> STORE =
            RedisScript.of(new ClassPathResource("store-result.lua", ResultBackend.class), Long.class);

    @SuppressWarnings("rawtypes") // what Spring answers for a script with many values
    private static final RedisScript<List> COUNT_CHORD =
            RedisScript.of(new ClassPathResource("count-chord.lua", ResultBackend.class), List.class);

    private static final String GROUP = "celery-taskset-meta-";
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final StringRedisTemplate redis;
    private final Optional<LettuceConnectionFactory> own;
    private final CeleryProperties properties;
    private final JsonMapper json;
    private volatile boolean running;

    ResultBackend(
            StringRedisTemplate shared,
            CeleryProperties properties,
            JsonMapper json,
            @Value("${stampede.celery.result-backend-ca:${stampede.servers.ca:}}") String authority) {
        this.own = properties.resultBackend().isBlank()
                ? Optional.empty()
                : Optional.of(connectTo(RedisURI.create(properties.resultBackend()), authority));
        this.redis = own.map(StringRedisTemplate::new).orElse(shared);
        this.properties = properties;
        this.json = json;
    }

    /** By TLS if its address begins with {@code rediss}; its certificate is checked by the authority of the settings, if there is one. */
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
    void store(String id, Result result, boolean revived) {
        hold(() -> note(id, result, revived));
    }

    /**
     * Tries to write it down, once.
     *
     * @throws DataAccessException if Redis is away
     */
    void note(String id, Result result, boolean revived) {
        var unused = redis.execute(
                STORE,
                List.of(key(id)),
                result.json(),
                result.status(),
                Long.toString(properties.resultExpires().toSeconds()),
                revived ? "1" : "0");
    }

    /** As JSON, or nothing if nothing is known of the task. */
    Optional<String> find(TaskId id) {
        return Optional.ofNullable(redis.opsForValue().get(key(id.value())));
    }

    /** What is known of them; those of which nothing is are left out. */
    Map<TaskId, CeleryResult> findAll(List<TaskId> ids) {
        var entries = redis.opsForValue()
                .multiGet(ids.stream().map(id -> key(id.value())).toList());
        var found = new HashMap<TaskId, CeleryResult>();
        for (int index = 0; entries != null && index < ids.size(); index++) {
            var entry = entries.get(index);
            if (entry != null) {
                found.put(ids.get(index), new CeleryResult(json.readTree(entry)));
            }
        }
        return found;
    }

    /**
     * Counts the end of a task in the header of a chord.
     *
     * @param end as Celery's workers write it
     * @param place in the header, a number or {@code +inf}
     * @return all ends in their order, if this was the last one; else none
     */
    List<String> countChord(String group, String end, String place) {
        var all = new ArrayList<String>();
        hold(() -> {
            all.clear();
            List<?> ends = redis.execute(
                    COUNT_CHORD,
                    chordKeys(group),
                    end,
                    place,
                    Long.toString(properties.resultExpires().toSeconds()));
            for (var each : ends == null ? List.of() : ends) {
                all.add(String.valueOf(each));
            }
        });
        return all;
    }

    /** Says how many tasks the header of a chord has; to be called before the last of them is sent. */
    void planChord(String group, int tasks) {
        hold(() ->
                redis.opsForValue().set(chordKeys(group).get(2), Integer.toString(tasks), properties.resultExpires()));
    }

    /** Whether Celery keeps the shape of the header apart, because it has groups within. */
    boolean isNestedGroup(String group) {
        var found = new AtomicBoolean();
        hold(() -> found.set(Boolean.TRUE.equals(redis.hasKey(GROUP + group))));
        return found.get();
    }

    void forgetChord(String group) {
        hold(() -> redis.delete(chordKeys(group)));
    }

    private static List<String> chordKeys(String group) {
        return List.of(GROUP + group + ".j", GROUP + group + ".t", GROUP + group + ".s");
    }

    private static String key(String id) {
        return "celery-task-meta-" + id;
    }

    private void hold(Runnable write) {
        for (long pause = 100; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            try {
                write.run();
                return;
            } catch (DataAccessException away) {
                if (isRefusal(away)) {
                    log.error("Redis refuses what a message of Celery's asks for; it is left out", away);
                    return;
                }
                log.warn("Results for Celery wait until Redis is back: {}", away.toString());
                rest(pause);
            }
        }
    }

    /** What Redis will never do, such as counting in a key that holds something else, must not hold up its queue for ever. */
    private static boolean isRefusal(DataAccessException failure) {
        return NestedExceptionUtils.getMostSpecificCause(failure) instanceof RedisCommandExecutionException refusal
                && String.valueOf(refusal.getMessage()).matches("(?s)(ERR|WRONGTYPE).*");
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
        return StopPhase.REQUESTS.value();
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
