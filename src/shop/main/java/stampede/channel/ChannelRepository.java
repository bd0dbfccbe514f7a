package stampede.channel;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table of channels. */
@Repository
class ChannelRepository {

    private final JdbcClient sql;
    private final Clock clock;

    ChannelRepository(JdbcClient sql, Clock clock) {
        this.sql = sql;
        this.clock = clock;
    }

    /** By name. There are a few dozen at most. */
    List<Row> all() {
        return sql.sql("select * from channel order by name, id")
                .query(ChannelRepository::row)
                .list();
    }

    Optional<Row> find(long id) {
        return sql.sql("select * from channel where id = :id")
                .param("id", id)
                .query(ChannelRepository::row)
                .optional();
    }

    long count() {
        return sql.sql("select count(*) from channel").query(Long.class).single();
    }

    /** @throws org.springframework.dao.DuplicateKeyException if another one is called so */
    void add(long id, ChannelTerms terms, String sealed) {
        bind("""
                        insert into channel (id, name, kind, address, recipients, severities, rules, types, language, quiet_from,
                          quiet_until, paused, sealed, version, changed_ms)
                        values (:id, :name, :kind, :address, :recipients, :severities, :rules, :types, :language, :from,
                          :until, :paused, :sealed, 0, :now)
                        """, terms)
                .param("id", id)
                .param("kind", terms.kind().name())
                .param("sealed", sealed)
                .param("now", clock.millis())
                .update();
    }

    /**
     * False if it has another version by now.
     *
     * @throws org.springframework.dao.DuplicateKeyException if another one is called so
     */
    boolean change(long id, long version, ChannelTerms terms, String sealed) {
        return bind("""
                                update channel set name = :name, address = :address, recipients = :recipients,
                                  severities = :severities, rules = :rules, types = :types, language = :language, quiet_from = :from,
                                  quiet_until = :until, paused = :paused, sealed = :sealed, version = version + 1,
                                  changed_ms = :now
                                 where id = :id and version = :version
                                """, terms)
                        .param("id", id)
                        .param("version", version)
                        .param("sealed", sealed)
                        .param("now", clock.millis())
                        .update()
                == 1;
    }

    /** Puts what was sealed anew in the place of what was sealed so, if it still stands there. */
    void seal(long id, String before, String now) {
        sql.sql("update channel set sealed = :now where id = :id and sealed = :before")
                .param("now", now)
                .param("id", id)
                .param("before", before)
                .update();
    }

    boolean delete(long id) {
        return sql.sql("delete from channel where id = :id").param("id", id).update() == 1;
    }

    private JdbcClient.StatementSpec bind(String statement, ChannelTerms terms) {
        return sql.sql(statement)
                .param("name", terms.name())
                .param("address", terms.address())
                .param("recipients", String.join(",", terms.recipients()))
                .param("severities", names(terms.severities()))
                .param("rules", terms.rules().stream().sorted().collect(Collectors.joining(",")))
                .param("types", names(terms.types()))
                .param("language", terms.language().toLanguageTag())
                .param("from", text(terms.quietFrom()))
                .param("until", text(terms.quietUntil()))
                .param("paused", terms.paused());
    }

    private static String names(Set<? extends Enum<?>> set) {
        return set.stream().map(Enum::name).sorted().collect(Collectors.joining(","));
    }

    private static @Nullable String text(@Nullable LocalTime time) {
        return time == null ? null : time.toString();
    }

    private static Row row(ResultSet row, int number) throws SQLException {
        var severities = EnumSet.noneOf(Severity.class);
        list(row.getString("severities")).forEach(name -> severities.add(Severity.valueOf(name)));
        var types = EnumSet.noneOf(MessageType.class);
        list(row.getString("types")).forEach(name -> types.add(MessageType.valueOf(name)));
        return new Row(
                row.getLong("id"),
                new ChannelTerms(
                        row.getString("name"),
                        ChannelKind.valueOf(row.getString("kind")),
                        row.getString("address"),
                        list(row.getString("recipients")),
                        severities,
                        new LinkedHashSet<>(list(row.getString("rules"))),
                        types,
                        Locale.forLanguageTag(row.getString("language")),
                        time(row.getString("quiet_from")),
                        time(row.getString("quiet_until")),
                        row.getBoolean("paused")),
                row.getString("sealed"),
                row.getLong("version"));
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }

    private static @Nullable LocalTime time(@Nullable String text) {
        return text == null ? null : LocalTime.parse(text);
    }

    /** A row as it is kept. */
    record Row(long id, ChannelTerms terms, String sealed, long version) {}
}
