package stampede.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The two users that {@code scripts/servers} makes, on a schema of their own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableGrantsTests {

    private static final String SCHEMA = "stampede_grants";
    private static final String PASSWORD = System.getenv().getOrDefault("STAMPEDE_DB_PASSWORD", "stampede");

    private final DriverManagerDataSource migrations = user("stampede");
    private final JdbcTemplate shop = new JdbcTemplate(user("stampede_shop"));

    @BeforeAll
    void migrate() {
        new JdbcTemplate(in("stampede", "stampede")).execute("create database if not exists " + SCHEMA);
        Flyway.configure()
                .dataSource(migrations)
                .callbacks(new TableGrants(shopsDataSource(), "stampede", "stampede_shop"))
                .load()
                .migrate();
        shop.execute(
                "insert into operator_audit (at_ms, who, action, subject, detail) values (1, 'operator:1', 'X', 'y', 'z')");
    }

    @AfterAll
    void forget() {
        new JdbcTemplate(migrations).execute("drop database " + SCHEMA);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update operator_audit set who = 'nobody'",
                "delete from operator_audit",
                "truncate table operator_audit",
                "drop table operator_audit",
                "alter table operator_audit drop column who",
                "update order_event set at_ms = 0",
                "update past_order_event set to_status = 'CLOSED'",
                "update past_orders set status = 'CLOSED'",
                "update past_stock_movement set delta = 0",
                "update past_stock_quota set used = 0",
                "delete from setting_change",
                "update setting_change set reason = 'none'",
                "update flyway_schema_history set success = 0",
                "grant update on operator_audit to 'stampede_shop'@'%'"
            })
    void theShopsUserCannotChangeWhatOnlyGrows(String statement) {
        assertThatThrownBy(() -> shop.execute(statement))
                .isInstanceOf(DataAccessException.class)
                .rootCause()
                .hasMessageContaining("denied");
        assertThat(shop.queryForObject("select count(*) from operator_audit where who = 'operator:1'", Integer.class))
                .isEqualTo(1);
    }

    @Test
    void theShopsUserDoesItsWorkOnEveryOtherTable() {
        List<@Nullable String> tables = new JdbcTemplate(migrations)
                .queryForList(
                        "select table_name from information_schema.tables where table_schema = database() and table_name not in ('operator_audit', 'setting_change', 'flyway_schema_history')",
                        String.class);

        assertThat(tables.size()).isGreaterThan(15);
        for (var table : tables) {
            assertThat(shop.update("delete from " + table + " where 1 = 0")).isZero();
            assertThat(shop.queryForList("select * from " + table + " limit 1").size())
                    .isLessThan(2);
        }
        assertThat(shop.update("update order_event set to_status = 'REJECTED' where order_id = 0"))
                .isZero();
    }

    private static ObjectProvider<DataSource> shopsDataSource() {
        var beans = new StaticListableBeanFactory();
        beans.addBean("shop", user("stampede_shop"));
        return beans.getBeanProvider(DataSource.class);
    }

    private static DriverManagerDataSource user(String name) {
        return in(SCHEMA, name);
    }

    private static DriverManagerDataSource in(String schema, String user) {
        var url = System.getenv().getOrDefault("STAMPEDE_DB_URL", "jdbc:mysql://127.0.0.1:20306/stampede");
        return new DriverManagerDataSource(url.replaceFirst("/[^/?]+(\\?.*)?$", "/" + schema), user, PASSWORD);
    }
}
