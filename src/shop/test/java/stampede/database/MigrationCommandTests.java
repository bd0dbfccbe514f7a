package stampede.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import stampede.Stampede;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.Apart;
import stampede.testing.JavaProcess;

/** What is started before the nodes of a new version, as {@code src/deploy/kubernetes/base/migrate.yaml} does; on a schema of its own. */
@Apart
class MigrationCommandTests {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m");
    private static final String SCHEMA = "stampede_migrate";
    private static final String SUITES =
            System.getenv().getOrDefault("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede");
    private static final String OWN = SUITES.replaceAll("/[^/?]*(?=\\?|$)", "/" + SCHEMA);

    @BeforeEach
    void begin() {
        end();
        at(SUITES).execute("create database " + SCHEMA + " character set utf8mb4 collate utf8mb4_bin");
    }

    @AfterEach
    void end() {
        at(SUITES).execute("drop database if exists " + SCHEMA);
    }

    @Test
    void migratesAndEnds(@TempDir Path directory) {
        var settings = new ArrayList<>(List.of(
                "--spring.profiles.active=development",
                "--STAMPEDE_DB_URL=" + OWN,
                "--stampede.migrate=true",
                "--stampede.roles=",
                "--server.port=0"));
        LocalAlipay.shared().settings().forEach((name, value) -> settings.add("--" + name + "=" + value));

        JavaProcess.start(Stampede.class, OPTIONS, settings, directory.resolve("log"))
                .awaitSuccess(PATIENCE);

        assertThat(count("flyway_schema_history where success = 1")).isGreaterThan(50);
        assertThat(count("task_schema_history where success = 1")).isPositive();
        assertThat(count("flyway_schema_history where success = 0")).isZero();
    }

    private static int count(String something) {
        return at(OWN).queryForList("select 1 from " + something, Integer.class).size();
    }

    private static JdbcTemplate at(String url) {
        return new JdbcTemplate(new DriverManagerDataSource(
                url,
                System.getenv().getOrDefault("STAMPEDE_DB_USER", "stampede"),
                System.getenv().getOrDefault("STAMPEDE_DB_PASSWORD", "stampede")));
    }
}
