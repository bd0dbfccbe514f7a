package stampede.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.datasource.init.ScriptUtils;
import stampede.testing.Apart;
import stampede.testing.JavaProcess;
import strangers.StrangersApplication;

/**
 * An application of somebody else in a process of its own, on the real servers and an empty database, with the jars that it has and
 * without those that it has not: it runs a task, or says in one sentence what it wants.
 */
@Apart
class OptionalPartsTests {

    private static final String REDIS = "lettuce|data-redis|bucket4j_jdk17-lettuce";
    private static final String ACTUATOR =
            "actuator|spring-boot-health|micrometer-registry|spring-boot-micrometer-metrics";
    private static final String FLYWAY = "flyway";
    private static final String JPA =
            "hibernate-core|data-jpa|spring-orm|spring-boot-hibernate|spring-boot-jpa|persistence-api";
    private static final String PAGES =
            "webmvc|spring-web-|tomcat-embed-core|tomcat-embed-websocket|boot-tomcat|servlet|thymeleaf|spring-security|spring-boot-security";
    private static final String CHECKS = "hibernate-validator|jakarta.validation|spring-boot-validation|modulith";

    private final String database =
            "stampede_strangers_" + ThreadLocalRandom.current().nextInt(100_000, 1_000_000);

    @BeforeEach
    void make() throws SQLException {
        execute("create database " + database);
    }

    @AfterEach
    void drop() throws SQLException {
        execute("drop database " + database);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "all there is, ^$",
        "without Redis, " + REDIS,
        "without Actuator, " + ACTUATOR,
        "without JPA, " + JPA,
        "without pages, " + PAGES,
    })
    void runsTasks(String name, String missing) throws IOException {
        assertThat(run(missing)).as(name).contains("Both tasks ran").doesNotContain("Exception");
    }

    @Test
    void runsTasksWithNothingButWhatItNeedsOnceTheSchemaIsThere() throws IOException, SQLException {
        try (var connection = DriverManager.getConnection(url(database), user(), password())) {
            for (var file : new PathMatchingResourcePatternResolver().getResources("stampede/task/migration/V*.sql")) {
                ScriptUtils.executeSqlScript(connection, file);
            }
        }
        var said = run(String.join("|", REDIS, ACTUATOR, FLYWAY, JPA, PAGES, CHECKS));

        assertThat(said).contains("Both tasks ran").doesNotContain("Exception");
        assertThat(said.lines().filter(line -> line.contains("There is no Redis")))
                .hasSize(1);
    }

    @Test
    void saysWhereTheSchemaIsIfNobodyMadeIt() throws IOException {
        assertThat(run(FLYWAY))
                .contains("The task system's tables are not in the database.")
                .contains("Run the files of stampede/task/migration in")
                .doesNotContain("Both tasks ran")
                .doesNotContain("\tat ");
    }

    @Test
    void saysThatCelerysResultsNeedRedis() throws IOException {
        assertThat(run(REDIS, "--stampede.celery.queues[0].name=celery"))
                .contains("there is no Redis for its results")
                .doesNotContain("Both tasks ran")
                .doesNotContain("\tat ");
    }

    @Test
    void saysThatConstraintsNeedAProvider() throws IOException {
        assertThat(run("hibernate-validator"))
                .contains("The Bean Validation API is on the classpath but no implementation could be found")
                .contains("Add an implementation, such as Hibernate Validator, to the classpath")
                .doesNotContain("Both tasks ran")
                .doesNotContain("\tat ");
    }

    /** Answers what it said until it ended. */
    private String run(String missing, String... more) throws IOException {
        var log = Files.createTempFile("strangers", ".log");
        var arguments = Stream.concat(
                        Stream.of(
                                "--spring.config.name=none",
                                "--spring.main.banner-mode=off",
                                "--server.port=0",
                                "--stampede.task.prefix="
                                        + database.replace("stampede_", "").replace("_", "-"),
                                "--spring.datasource.url=" + url(database),
                                "--spring.datasource.username=" + user(),
                                "--spring.datasource.password=" + password(),
                                "--spring.data.redis.url=" + setting("STAMPEDE_REDIS_URL", "redis://127.0.0.1:20379"),
                                "--spring.rabbitmq.addresses="
                                        + setting(
                                                "STAMPEDE_RABBIT_ADDRESSES",
                                                "amqp://stampede:stampede@127.0.0.1:20672/stampede")),
                        Arrays.stream(more))
                .toList();
        var process = JavaProcess.start(StrangersApplication.class, without(missing), List.of(), arguments, log);
        assertThat(process.awaitEnd(Duration.ofMinutes(2))).as("it ended").isTrue();
        var said = Files.readString(log);
        Files.delete(log);
        return said;
    }

    private static String without(String missing) {
        var left = Pattern.compile(missing);
        return Arrays.stream(JavaProcess.classPath().split(File.pathSeparator))
                .filter(part -> !left.matcher(part.replaceFirst(".*/", "")).find())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void execute(String statement) throws SQLException {
        try (var connection = DriverManager.getConnection(
                        setting("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede"), user(), password());
                var execution = connection.createStatement()) {
            execution.execute(statement);
        }
    }

    private static String url(String database) {
        return setting("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede")
                .replaceAll("/[^/]*$", "/" + database);
    }

    private static String user() {
        return setting("STAMPEDE_DB_USER", "stampede");
    }

    private static String password() {
        return setting("STAMPEDE_DB_PASSWORD", "stampede");
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }
}
