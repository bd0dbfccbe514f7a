package stampede.task.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The tables in an empty database, beside an application's, and where they are there already. */
class TaskMigrationTests {

    private final String name =
            "stampede_migration_" + ThreadLocalRandom.current().nextInt(100_000, 1_000_000);
    private final DriverManagerDataSource database = new DriverManagerDataSource(
            System.getenv()
                            .getOrDefault("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede")
                            .replaceAll("/[^/]*$", "/" + name)
                    + "?createDatabaseIfNotExist=true",
            System.getenv().getOrDefault("STAMPEDE_DB_USER", "stampede"),
            System.getenv().getOrDefault("STAMPEDE_DB_PASSWORD", "stampede"));
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withInitializer(new ConfigDataApplicationContextInitializer())
            .withBean(DataSource.class, () -> database)
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    FlywayAutoConfiguration.class,
                    TaskSchemaAutoConfiguration.class));

    @AfterEach
    void drop() {
        new JdbcTemplate(database).execute("drop database " + name);
    }

    @Test
    void makesThemInAnEmptyDatabase() {
        application.run(context ->
                assertThat(versions(context.getBean(JdbcTemplate.class))).contains("1 SQL"));
        application.run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void takesThemAsTheyAreIfTheyAreThere() {
        new ResourceDatabasePopulator(new ClassPathResource(TaskSchema.LOCATION + "/V1__tasks.sql")).execute(database);

        application.run(context -> assertThat(versions(context.getBean(JdbcTemplate.class)))
                .startsWith("1 BASELINE")
                .doesNotContain("1 SQL"));
    }

    @Test
    void comesAfterTheApplicationsOwn() {
        application
                .withPropertyValues(
                        "spring.flyway.enabled=true", "spring.flyway.locations=classpath:strangers/migration")
                .run(context -> {
                    assertThat(versions(context.getBean(JdbcTemplate.class))).contains("0 BASELINE", "1 SQL");
                    assertThat(context.getBean(Flyway.class).info().applied())
                            .extracting(applied -> applied.getDescription())
                            .containsExactly("letter");
                });
    }

    /** Two nodes of an application with tables of its own are started for the first time: the other has just made the history. */
    @Test
    void waitsForTheNodeThatIsAtItAlready() {
        var jdbc = new JdbcTemplate(database);
        jdbc.execute("create table letter (id int)");
        var other = Flyway.configure()
                .dataSource(database)
                .table("other_history")
                .baselineVersion("0")
                .load();
        other.baseline();
        var began = new AtomicBoolean();
        application
                .withBean(
                        TaskSchema.CALLBACK,
                        Callback.class,
                        () -> before(Event.BEFORE_BASELINE, () -> {
                            began.set(true);
                            jdbc.execute("create table task_schema_history like other_history");
                        }))
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(began).isTrue();
        assertThat(versions(jdbc)).contains("1 SQL").doesNotHaveDuplicates();
    }

    @Test
    void leavesThemToWhoeverSaysSo() {
        application
                .withPropertyValues("stampede.task.schema.migrate=false")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseMessage("The task system's tables are not in the database."));
    }

    private static Callback before(Event event, Runnable work) {
        return new BaseCallback() {

            @Override
            public boolean supports(Event which, Context context) {
                return which == event;
            }

            @Override
            public void handle(Event which, Context context) {
                work.run();
            }
        };
    }

    private static List<@Nullable String> versions(JdbcTemplate jdbc) {
        return jdbc.queryForList(
                "select concat(version, ' ', type) from task_schema_history order by installed_rank", String.class);
    }
}
