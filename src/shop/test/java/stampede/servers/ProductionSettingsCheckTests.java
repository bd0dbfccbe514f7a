package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;
import stampede.support.WrongSetup;

/** What production takes of the settings that lead to servers, and what it says otherwise. */
class ProductionSettingsCheckTests {

    private static final String GOOD = "5f0c1d7e9a";

    private final Map<String, String> settings = new HashMap<>(Map.of(
            "spring.datasource.url",
            "jdbc:mysql://db.example/stampede?sslMode=VERIFY_IDENTITY",
            "spring.datasource.username",
            "stampede",
            "spring.datasource.password",
            GOOD,
            "stampede.replica.url",
            "jdbc:mysql://replica.example/stampede?sslMode=VERIFY_IDENTITY",
            "stampede.replica.password",
            GOOD,
            "spring.data.redis.url",
            "rediss://:" + GOOD + "@redis.example",
            "spring.rabbitmq.addresses",
            "amqps://stampede:" + GOOD + "@mq.example/stampede",
            "spring.flyway.user",
            "migrator",
            "spring.flyway.password",
            GOOD,
            "stampede.task.virtual-host.management",
            "https://admin:" + GOOD + "@mq.example:15671"));

    @Test
    void takesGoodPasswordsAndVerifiedConnections() {
        assertThatCode(() -> check("production")).doesNotThrowAnyException();
    }

    @Test
    void asksForNoUserThatIsNotThere() {
        settings.remove("spring.flyway.user");
        settings.remove("spring.flyway.password");
        settings.put("stampede.task.virtual-host.management", "");

        assertThatCode(() -> check("production")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "spring.datasource.password, stampede, STAMPEDE_DB_PASSWORD",
        "spring.datasource.password, '', STAMPEDE_DB_PASSWORD",
        "spring.data.redis.url, rediss://redis.example, STAMPEDE_REDIS_URL",
        "spring.data.redis.url, rediss://shop:shop@redis.example, STAMPEDE_REDIS_URL",
        "spring.data.redis.url, redis://127.0.0.1:6379, STAMPEDE_REDIS_URL",
        "stampede.stock.redis.url, rediss://redis.example, STAMPEDE_STOCK_REDIS_URL",
        "spring.rabbitmq.addresses, amqps://stampede:stampede@mq.example/stampede, STAMPEDE_RABBIT_ADDRESSES",
        "spring.rabbitmq.addresses, amqps://mq.example/stampede, STAMPEDE_RABBIT_ADDRESSES",
        "spring.flyway.password, stampede, STAMPEDE_DB_MIGRATION_PASSWORD",
        "stampede.replica.password, stampede, STAMPEDE_DB_REPLICA_PASSWORD",
        "spring.flyway.password, migrator, STAMPEDE_DB_MIGRATION_PASSWORD",
        "spring.flyway.password, '', STAMPEDE_DB_MIGRATION_PASSWORD",
        "stampede.task.virtual-host.management, https://admin:guest@mq.example:15671, STAMPEDE_RABBIT_ADMIN",
        "stampede.task.virtual-host.management, https://admin:admin@mq.example:15671, STAMPEDE_RABBIT_ADMIN",
        "stampede.task.virtual-host.management, http://stampede:stampede@127.0.0.1:15672, STAMPEDE_RABBIT_ADMIN",
        "stampede.task.virtual-host.management, https://mq.example:15671, STAMPEDE_RABBIT_ADMIN",
        "stampede.task.virtual-host.management, 'https://a:5f0c1d@m1.example,https://a:guest@m2.example', STAMPEDE_RABBIT_ADMIN",
        "spring.rabbitmq.addresses, 'amqps://a:5f0c1d@m1.example,amqps://a:guest@m2.example', STAMPEDE_RABBIT_ADDRESSES",
    })
    void refusesPasswordsThatAreKnownOrMissing(String setting, String value, String variable) {
        settings.put(setting, value);

        assertThatExceptionOfType(WrongSetup.class)
                .isThrownBy(() -> check("production"))
                .withMessageContaining(variable)
                .withMessageMatching(".*(no password|everybody can guess).*")
                .satisfies(refused -> assertThat(refused.remedy()).contains(variable));
    }

    @ParameterizedTest
    @CsvSource({
        "spring.datasource.url, jdbc:mysql://db.example/stampede, STAMPEDE_DB_URL",
        "spring.datasource.url, jdbc:mysql://db.example/stampede?sslMode=REQUIRED, STAMPEDE_DB_URL",
        "spring.datasource.url, 'jdbc:mysql://127.0.0.1,db.example/stampede', STAMPEDE_DB_URL",
        "spring.datasource.url, jdbc:mysql://(host=127.0.0.1)/stampede, STAMPEDE_DB_URL",
        "spring.datasource.url, jdbc:mysql://127.0.0.1.db.example/stampede, STAMPEDE_DB_URL",
        "spring.data.redis.url, redis://:5f0c1d@redis.example, STAMPEDE_REDIS_URL",
        "spring.rabbitmq.addresses, amqp://a:5f0c1d@mq.example, STAMPEDE_RABBIT_ADDRESSES",
        "spring.rabbitmq.addresses, 'amqps://a:5f0c1d@mq.example,amqp://a:5f0c1d@m2.example', STAMPEDE_RABBIT_ADDRESSES",
        "stampede.celery.result-backend, redis://:5f0c1d@redis.example, STAMPEDE_CELERY_RESULT_BACKEND",
        "stampede.stock.redis.url, redis://:5f0c1d@redis.example, STAMPEDE_STOCK_REDIS_URL",
        "stampede.replica.url, jdbc:mysql://a:5f0c1d@db.example/stampede, STAMPEDE_DB_REPLICA_URL",
        "stampede.console.rabbit-management, http://mq.example:15672, STAMPEDE_RABBIT_MANAGEMENT",
    })
    void refusesPlainTextToAnotherMachine(String setting, String value, String variable) {
        settings.put(setting, value);

        assertThatExceptionOfType(WrongSetup.class)
                .isThrownBy(() -> check("production"))
                .withMessageContaining(variable)
                .withMessageContaining("plain text")
                .withMessageNotContaining("5f0c1d");
    }

    @Test
    void takesPlainTextOnThisMachine() {
        settings.put("spring.datasource.url", "jdbc:mysql://localhost:3306/stampede");
        settings.put("spring.data.redis.url", "redis://:" + GOOD + "@127.0.0.1:6379");
        settings.put("spring.rabbitmq.addresses", "amqp://a:" + GOOD + "@[::1]:5672/stampede");
        settings.put("stampede.console.rabbit-management", "http://127.0.0.1:15672");

        assertThatCode(() -> check("production")).doesNotThrowAnyException();
    }

    @Test
    void takesPlainTextThatIsAllowedByName() {
        settings.put("spring.data.redis.url", "redis://:" + GOOD + "@redis.example");
        settings.put("stampede.plain-text", "database, redis");
        assertThatCode(() -> check("production")).doesNotThrowAnyException();

        settings.put("spring.rabbitmq.addresses", "amqp://a:" + GOOD + "@mq.example");
        assertThatExceptionOfType(WrongSetup.class).isThrownBy(() -> check("production"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "development", "test"})
    void takesAnythingWhereItIsOpenOnPurpose(String profile) {
        settings.put("spring.datasource.password", "stampede");
        settings.put("spring.data.redis.url", "redis://redis.example");

        assertThatCode(() -> check(profile)).doesNotThrowAnyException();
        assertThatExceptionOfType(WrongSetup.class)
                .isThrownBy(() -> check("production", profile))
                .withMessageContaining("are both active");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "prod"})
    void refusesToGuessWhatItIs(String profile) {
        assertThatExceptionOfType(WrongSetup.class)
                .isThrownBy(() -> check(profile.isEmpty() ? new String[0] : new String[] {profile}))
                .withMessageContaining("No profile");
    }

    @Test
    void refusesWhatIsNoAddressOfADatabase() {
        settings.put("spring.datasource.url", "db.example:3306/stampede");

        assertThatExceptionOfType(WrongSetup.class)
                .isThrownBy(() -> check("demo"))
                .withMessageContaining("STAMPEDE_DB_URL is db.example:3306/stampede");
    }

    private void check(String... profiles) {
        var environment = new MockEnvironment();
        environment.setActiveProfiles(profiles);
        settings.forEach(environment::setProperty);
        new ProductionSettingsCheck(environment).check();
    }
}
