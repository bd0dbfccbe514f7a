package stampede.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The shop's old migrations made the task system's tables, and its own first one makes the same. */
@SuppressWarnings("NullAway") // no name or text that the server gives here is null
class TaskTablesTests {

    private final int number = ThreadLocalRandom.current().nextInt(100_000, 1_000_000);
    private final DriverManagerDataSource shops = database("stampede_shop_tables_" + number);
    private final DriverManagerDataSource librarys = database("stampede_library_tables_" + number);

    @AfterEach
    void drop() {
        new JdbcTemplate(shops).execute("drop database stampede_shop_tables_" + number);
        new JdbcTemplate(librarys).execute("drop database stampede_library_tables_" + number);
    }

    @Test
    void areTheSameByBothWays() {
        migrate(shops, "classpath:db/migration", "latest");
        migrate(librarys, "classpath:stampede/task/migration", "1");
        var tables = new JdbcTemplate(librarys)
                .queryForList(
                        "select table_name from information_schema.tables where table_schema = database()"
                                + " and table_name not like '%schema_history'",
                        String.class);

        assertThat(tables).hasSize(15);
        assertThat(tables).allSatisfy(table -> {
            assertThat(columns(shops, table)).isEqualTo(columns(librarys, table));
            assertThat(keys(shops, table)).isEqualTo(keys(librarys, table));
        });
    }

    private static List<String> columns(DriverManagerDataSource database, String table) {
        return new JdbcTemplate(database).queryForList("""
                select concat_ws(' ', column_name, column_type, is_nullable, column_default, extra, character_set_name, collation_name)
                  from information_schema.columns where table_schema = database() and table_name = ? order by column_name""", String.class, table);
    }

    private static List<String> keys(DriverManagerDataSource database, String table) {
        return new JdbcTemplate(database).queryForList("""
                select concat_ws(' ', index_name, non_unique, seq_in_index, column_name, sub_part, index_type)
                  from information_schema.statistics where table_schema = database() and table_name = ?
                 order by index_name, seq_in_index""", String.class, table);
    }

    private static void migrate(DriverManagerDataSource database, String location, String last) {
        Flyway.configure()
                .dataSource(database)
                .locations(location)
                .target(last)
                .load()
                .migrate();
    }

    private static DriverManagerDataSource database(String name) {
        return new DriverManagerDataSource(
                System.getenv()
                                .getOrDefault("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede")
                                .replaceAll("/[^/]*$", "/" + name)
                        + "?createDatabaseIfNotExist=true",
                System.getenv().getOrDefault("STAMPEDE_DB_USER", "stampede"),
                System.getenv().getOrDefault("STAMPEDE_DB_PASSWORD", "stampede"));
    }
}
