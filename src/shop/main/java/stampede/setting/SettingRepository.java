package stampede.setting;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Settings and their changes in the database. */
@Repository
class SettingRepository {

    private final JdbcClient sql;

    SettingRepository(JdbcClient sql) {
        this.sql = sql;
    }

    List<StoredSetting> rows() {
        return sql.sql("select name, value, version, changed_ms, who from setting")
                .query(SettingRepository::stored)
                .list();
    }

    Optional<StoredSetting> find(String name) {
        return sql.sql("select name, value, version, changed_ms, who from setting where name = :name")
                .param("name", name)
                .query(SettingRepository::stored)
                .optional();
    }

    /** Writes the row that follows on the version in the change; false if somebody else has changed it since. */
    boolean write(SettingChange change) {
        return change.version() == 1 ? insert(change) : update(change);
    }

    private boolean insert(SettingChange change) {
        try {
            return sql.sql("""
                            insert into setting (name, value, version, changed_ms, who)
                            values (:name, :value, 1, :now, :who)
                            """)
                            .param("name", change.name())
                            .param("value", change.after().orElse(null))
                            .param("now", change.at().toEpochMilli())
                            .param("who", change.who())
                            .update()
                    == 1;
        } catch (DuplicateKeyException somebodyElse) {
            return false;
        }
    }

    private boolean update(SettingChange change) {
        return sql.sql("""
                        update setting set value = :value, version = version + 1, changed_ms = :now, who = :who
                         where name = :name and version = :version - 1
                        """)
                        .param("name", change.name())
                        .param("value", change.after().orElse(null))
                        .param("version", change.version())
                        .param("now", change.at().toEpochMilli())
                        .param("who", change.who())
                        .update()
                == 1;
    }

    void remember(SettingChange change) {
        sql.sql("""
                insert into setting_change (name, version, value_before, value_after, reason, who, at_ms)
                values (:name, :version, :before, :after, :reason, :who, :now)
                """)
                .param("name", change.name())
                .param("version", change.version())
                .param("before", change.before().orElse(null))
                .param("after", change.after().orElse(null))
                .param("reason", change.reason())
                .param("who", change.who())
                .param("now", change.at().toEpochMilli())
                .update();
    }

    /** The newest first. */
    List<SettingChange> changes(String name, int most) {
        return sql.sql("select * from setting_change where name = :name order by version desc limit :most")
                .param("name", name)
                .param("most", most)
                .query(SettingRepository::change)
                .list();
    }

    /** The newest change of each setting. */
    List<SettingChange> newest() {
        return sql.sql("""
                        select c.* from setting_change c join setting s on s.name = c.name and s.version = c.version
                        """).query(SettingRepository::change).list();
    }

    private static StoredSetting stored(ResultSet row, int number) throws SQLException {
        return new StoredSetting(
                row.getString("name"),
                Optional.ofNullable(row.getString("value")),
                row.getLong("version"),
                Instant.ofEpochMilli(row.getLong("changed_ms")),
                row.getString("who"));
    }

    private static SettingChange change(ResultSet row, int number) throws SQLException {
        return new SettingChange(
                row.getLong("id"),
                row.getString("name"),
                row.getLong("version"),
                Optional.ofNullable(row.getString("value_before")),
                Optional.ofNullable(row.getString("value_after")),
                row.getString("reason"),
                row.getString("who"),
                Instant.ofEpochMilli(row.getLong("at_ms")));
    }
}
