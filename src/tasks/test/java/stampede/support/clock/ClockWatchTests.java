package stampede.support.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;

/** A node whose machine has a wrong clock, on the real database and the real Redis. */
class ClockWatchTests {

    private final ApplicationContextRunner node = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer())
            .withConfiguration(
                    AutoConfigurations.of(DataSourceAutoConfiguration.class, DataRedisAutoConfiguration.class))
            .withBean(SimpleMeterRegistry.class)
            .withConfiguration(
                    AutoConfigurations.of(EngineClockAutoConfiguration.class, ClockHealthAutoConfiguration.class));

    @Test
    void goesByTheDatabaseHoweverWrongTheMachinesClockIs() {
        node.withUserConfiguration(TenMinutesAhead.class).run(context -> {
            var database = new JdbcTemplate(context.getBean(DataSource.class));
            var time = database.queryForObject("select " + DatabaseTime.NOW_MS, Long.class);

            assertThat(context.getBean(Clock.class).millis()).isCloseTo(time, within(2_000L));
        });
    }

    @Test
    void saysInHealthAndMetricsThatTheMachinesClockIsWrong() {
        node.withUserConfiguration(TenMinutesAhead.class).run(context -> {
            var watch = context.getBean(ClockWatch.class);
            watch.turn();

            var health = context.getBean(ClockHealth.class).health();
            assertThat(health.getStatus()).isEqualTo(ClockHealth.WRONG_CLOCK);
            assertThat(health.getDetails())
                    .extractingByKey("machineAheadMillis", LONG)
                    .isBetween(598_100L, 601_900L);
            assertThat(health.getDetails())
                    .extractingByKey("redisAheadMillis", LONG)
                    .isBetween(-1_900L, 1_900L);
            assertThat(context.getBean(SimpleMeterRegistry.class)
                            .get("stampede.clock.wall.ahead")
                            .gauge()
                            .value())
                    .isCloseTo(600, within(2.0));
            for (var server : new String[] {"database", "redis"}) {
                assertThat(context.getBean(SimpleMeterRegistry.class)
                                .get("stampede.clock.offset")
                                .tag("server", server)
                                .gauge()
                                .value())
                        .isCloseTo(600, within(2.0));
            }
        });
    }

    @Test
    void isUpWhenTheClocksAgree() {
        node.run(context -> assertThat(
                        context.getBean(ClockHealth.class).health().getStatus())
                .isEqualTo(Status.UP));
    }

    @Configuration(proxyBeanMethods = false)
    static class TenMinutesAhead {

        @Bean
        @Primary
        WallClock wrongClock() {
            return () -> System.currentTimeMillis() + Duration.ofMinutes(10).toMillis();
        }
    }
}
