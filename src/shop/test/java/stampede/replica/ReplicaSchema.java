package stampede.replica;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A schema of the same server that was a replica of another one once and never catches up: a replica is only an address. How old it is
 * is what its table of nodes says.
 */
final class ReplicaSchema {

    private final String name;
    private final JdbcClient sql;

    private ReplicaSchema(String name) {
        this.name = name;
        this.sql = JdbcClient.create(
                new DriverManagerDataSource(url("?createDatabaseIfNotExist=true"), user(), password()));
    }

    /** An empty one; its name begins with {@code stampede_}. */
    static ReplicaSchema empty(String name) {
        var schema = new ReplicaSchema(name);
        schema.sql.sql("drop database if exists " + name).update();
        schema.sql
                .sql("alter database " + name + " character set utf8mb4 collate utf8mb4_bin")
                .update();
        return new ReplicaSchema(name);
    }

    /** All tables of a schema, and what is in them now. */
    ReplicaSchema copy(String other) {
        sql.sql(
                        "select table_name from information_schema.tables where table_schema = :other and table_type = 'BASE TABLE'")
                .param("other", other)
                .query(String.class)
                .list()
                .forEach(table -> {
                    sql.sql("create table " + table + " like " + other + "." + table)
                            .update();
                    sql.sql("insert into " + table + " select * from " + other + "." + table)
                            .update();
                });
        return this;
    }

    /** A node was heard of so many seconds ago. */
    void isBehind(String engine, long seconds) {
        sql.sql("delete from task_node").update();
        sql.sql("""
                insert into task_node (prefix, name, roles, started_ms, seen_ms, stopping, running, queues)
                values (:engine, 'a', 'web', 0, :seen, 0, '[]', '{}')
                """)
                .param("engine", engine)
                .param("seen", System.currentTimeMillis() - 1_000 * seconds)
                .update();
    }

    JdbcClient sql() {
        return sql;
    }

    String url(String parameters) {
        return env("STAMPEDE_DB_URL").replaceFirst("/[^/?]+(\\?.*)?$", "/" + name) + parameters;
    }

    static String user() {
        return env("STAMPEDE_DB_USER");
    }

    static String password() {
        return env("STAMPEDE_DB_PASSWORD");
    }

    static String env(String variable) {
        var value = System.getenv(variable);
        if (value == null) {
            throw new IllegalStateException(variable + " is not set");
        }
        return value;
    }

    void drop() {
        sql.sql("drop database if exists " + name).update();
    }
}
