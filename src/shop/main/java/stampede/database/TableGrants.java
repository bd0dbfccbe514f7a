package stampede.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Where migrations have a database user of their own: after them, lets the shop's user change and delete rows of every table but
 * those that only grow. The task system's migrations are followed by it, too. Rights are given table by table, because MySQL can take none away from a right to the whole schema.
 */
@Component
@Qualifier("stampedeTaskMigration")
class TableGrants implements Callback {

    /** The shop has no business in the last two. */
    private static final Set<String> ONLY_GROW =
            Set.of("operator_audit", "setting_change", "flyway_schema_history", "task_schema_history");

    /**
     * What may be done to rows of tables that are not changed in all columns: steps of orders are corrected in one column, in the
     * transaction that inserts them (see OrderRepository), and go with their order to the tables of past sales, where nothing is changed
     * but the address.
     */
    private static final Map<String, String> FEW_CHANGES = Map.of(
            "order_event", "update (to_status), delete",
            "past_orders", "update (address), delete",
            "past_order_event", "delete",
            "past_stock_movement", "delete",
            "past_stock_quota", "delete");

    private static final Logger log = LoggerFactory.getLogger(TableGrants.class);

    private final ObjectProvider<DataSource> shop;
    private final String migrationUser;
    private final String shopUser;

    TableGrants(
            ObjectProvider<DataSource> shop,
            @Value("${spring.flyway.user:}") String migrationUser,
            @Value("${spring.datasource.username:}") String shopUser) {
        this.shop = shop;
        this.migrationUser = migrationUser;
        this.shopUser = shopUser;
    }

    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.AFTER_MIGRATE && !migrationUser.isEmpty() && !migrationUser.equals(shopUser);
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public void handle(Event event, Context context) {
        try (var theirs = shop.getObject().getConnection()) {
            var account = account(theirs);
            grant(context.getConnection(), account);
            if (changesSchema(theirs)) {
                log.warn(
                        "The database user {} may change rows of the audit log by its rights to the whole schema; the runbook says how to take them away",
                        shopUser);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(
                    "The rights of the database user " + shopUser + " could not be set", failed);
        }
    }

    @Override
    public String getCallbackName() {
        return "table-grants";
    }

    /** Such as {@code `shop`@`%`}: the account that the server took the shop for. */
    private static String account(Connection theirs) throws SQLException {
        var name = texts(theirs, "select current_user()").get(0);
        var at = name.lastIndexOf('@');
        return quoted(name.substring(0, at)) + "@" + quoted(name.substring(at + 1));
    }

    private static void grant(Connection migrating, String account) throws SQLException {
        var tables = texts(
                migrating,
                "select table_name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE'");
        try (var statement = migrating.createStatement()) {
            for (var table : tables) {
                var rights = FEW_CHANGES.getOrDefault(table, "update, delete");
                if (!ONLY_GROW.contains(table)) {
                    statement.execute("grant " + rights + " on " + quoted(table) + " to " + account);
                }
            }
        }
    }

    private static boolean changesSchema(Connection theirs) throws SQLException {
        return !texts(theirs, """
                        select privilege_type from information_schema.schema_privileges
                         where replace(table_schema, '\\\\', '') = database() and privilege_type in ('UPDATE', 'DELETE', 'DROP')
                         union all
                        select privilege_type from information_schema.user_privileges
                         where privilege_type in ('UPDATE', 'DELETE', 'DROP')
                        """).isEmpty();
    }

    private static List<String> texts(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            var all = new ArrayList<String>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        }
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
