package stampede.audit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.listing.ListField;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.listing.ListSql;

/**
 * Finds rows of the audit log. A query may have {@code who} and {@code action}, which are met exactly, {@code subject}, which begins so,
 * {@code reason}, which holds the words, and {@code from} and {@code to}. Sorted by {@code id}.
 */
@Component
public class AuditSearchRepository {

    /** Rows are numbered when they are written and dated a little before: by less than any transaction may take. */
    private static final Duration OUT_OF_ORDER = Duration.ofMinutes(10);

    private final ListRepository lists;
    private final JdbcClient sql;

    AuditSearchRepository(ListRepository lists, JdbcClient sql) {
        this.lists = lists;
        this.sql = sql;
    }

    /** What lists of rows can be asked; for {@link #page}. */
    public static ListSpec list(String path) {
        return new ListSpec(
                path,
                "console.audit",
                List.of(
                        ListField.text("who"),
                        ListField.text("action"),
                        ListField.text("subject"),
                        ListField.moment("from"),
                        ListField.moment("to"),
                        ListField.text("reason")),
                List.of(ListSort.by("at", "id")));
    }

    public ListPage<AuditRow> page(ListQuery query) {
        return lists.page(chosen(query), query, AuditSearchRepository::row);
    }

    /** As {@link ListRepository#forEach}. */
    public boolean forEach(ListQuery query, int most, Consumer<AuditRow> row) {
        return lists.forEach(chosen(query), query, AuditSearchRepository::row, most, row);
    }

    /** What was done to any of these subjects, the newest first. */
    public List<AuditRow> about(Collection<String> subjects, int most) {
        return sql.sql("select * from operator_audit where subject in (:subjects) order by id desc limit :most")
                .param("subjects", subjects)
                .param("most", most)
                .query(AuditSearchRepository::row)
                .list();
    }

    private ListSql chosen(ListQuery query) {
        var list = ListSql.of("*", "operator_audit");
        query.value("who").ifPresent(who -> list.where("who = :who", "who", who));
        query.value("action").ifPresent(action -> list.where("action = :action", "action", action));
        query.value("subject")
                .ifPresent(subject -> list.where("subject like :subject", "subject", ListSql.beginning(subject)));
        query.value("reason")
                .ifPresent(words -> list.where("reason like :reason", "reason", "%" + ListSql.beginning(words)));
        query.moment("from").ifPresent(from -> {
            list.where("at_ms >= :from", "from", from.toEpochMilli());
            // A range of numbers, because every index but one ends in the number.
            list.where(
                    "id >= :firstId",
                    "firstId",
                    firstSince(from.minus(OUT_OF_ORDER)).orElse(Long.MAX_VALUE));
        });
        query.moment("to").ifPresent(to -> {
            list.where("at_ms < :to", "to", to.toEpochMilli());
            firstSince(to.plus(OUT_OF_ORDER)).ifPresent(last -> list.where("id < :lastId", "lastId", last));
        });
        return list;
    }

    private Optional<Long> firstSince(Instant at) {
        return sql.sql("select id from operator_audit where at_ms >= :at order by at_ms, id limit 1")
                .param("at", at.toEpochMilli())
                .query(Long.class)
                .optional();
    }

    private static AuditRow row(ResultSet row, int number) throws SQLException {
        return new AuditRow(
                row.getLong("id"),
                Instant.ofEpochMilli(row.getLong("at_ms")),
                row.getString("who"),
                row.getString("action"),
                row.getString("subject"),
                text(row, "value_before"),
                text(row, "value_after"),
                text(row, "detail"),
                text(row, "reason"),
                Optional.ofNullable(row.getString("address")),
                Optional.ofNullable(row.getString("trace_id")));
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.toString(row.getString(column), "");
    }
}
