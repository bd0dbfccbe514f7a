package stampede.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.testing.FaultyLine;

/** What a shop reads from Redis when its connection breaks in the middle of an answer. */
class FailOnDisconnectHandlerTests {

    private static final URI REDIS = URI.create(System.getenv("STAMPEDE_REDIS_URL"));
    private static final int LENGTH = 2_000;

    private final String key = "broken-answers:" + UUID.randomUUID();

    @Test
    void neverJoinsHalfAnAnswerWithTheNextOne() {
        withRedis((redis, line) -> {
            redis.opsForList()
                    .rightPushAll(
                            key,
                            IntStream.range(0, LENGTH)
                                    .mapToObj(Integer::toString)
                                    .toList());
            redis.expire(key, Duration.ofMinutes(1));

            for (int bytes = 1; bytes < 20_000; bytes += 997) {
                line.breakAfter(bytes);
                assertThat(readOrNothing(redis).size())
                        .as("after %d bytes", bytes)
                        .isIn(0, LENGTH);
            }
        });
    }

    @Test
    void isBackSoonAfterRedisIsHoweverLongItWasAway() {
        withRedis((redis, line) -> {
            redis.hasKey(key);
            line.cut();
            await().pollDelay(Duration.ofSeconds(5)).until(() -> true);
            line.mend();

            await().atMost(Duration.ofSeconds(2)).ignoreExceptions().until(() -> !redis.hasKey(key));
        });
    }

    private List<String> readOrNothing(StringRedisTemplate redis) {
        try {
            return List.copyOf(redis.opsForList().range(key, 0, -1));
        } catch (DataAccessException broken) {
            return List.of();
        }
    }

    private static void withRedis(Use use) {
        try (var line = FaultyLine.to(REDIS.getPort())) {
            new ApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                    .withUserConfiguration(RedisConfiguration.class)
                    .withPropertyValues(
                            "spring.data.redis.url=redis://127.0.0.1:" + line.port(), "spring.data.redis.timeout=500ms")
                    .run(context -> use.of(context.getBean(StringRedisTemplate.class), line));
        }
    }

    private interface Use {

        void of(StringRedisTemplate redis, FaultyLine line);
    }
}
