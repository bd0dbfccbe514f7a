package stampede.archive;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSql;
import stampede.listing.ReplicaListRepository;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.task.TaskId;
import stampede.task.spi.QueueNames;

/**
 * Finds dead tasks by the fields of {@link ArchiveFields}, newest first. It reads the engine's own table, so that there is one truth, and
 * beside it what the shop wrote down of each; it changes nothing there.
 */
@Component
public class ArchiveRepository {

    private static final String COLUMNS = """
            task_dead.id, task_dead.task_id, task_dead.name, task_dead.queue, left(task_dead.error, 500) as error,
            task_dead.error_type, task_dead.fingerprint, task_dead.attempts, task_dead.status, task_dead.died_ms,
            task_dead.changed_ms, subject.order_id, subject.offer_id, subject.seller_id,
            coalesce(subject.orders, 0) as orders,
            case when subject.orders > 1
                 then (select sum(part.fen) from archived_task part where part.dead_id = task_dead.id)
                 else coalesce(subject.fen, 0) end as fen,
            case when task_dead.status <> 'DEAD'
                 then (select operator_audit.who from operator_audit
                        where operator_audit.subject = concat('dead:', task_dead.id)
                          and operator_audit.action in ('TASK_REPLAYED', 'TASK_DISCARDED')
                        order by operator_audit.id desc limit 1) end as decided_by,
            """;

    private static final String TABLES = """
             task_dead
              left join archived_task subject on subject.dead_id = task_dead.id and subject.place = 0
            """;

    /** An order was made, or will never be; or none of those that were to be closed is still open. */
    private static final String SETTLED = """
            task_dead.status = 'DEAD'
            and (task_dead.name = 'order.place' and (exists (select 1 from orders where orders.id = subject.order_id)
                     or exists (select 1 from past_orders where past_orders.id = subject.order_id))
                 or task_dead.name = 'order.close-unpaid' and subject.order_id is not null
                    and not exists (select 1 from archived_task part join orders on orders.id = part.order_id
                                     where part.dead_id = task_dead.id
                                       and orders.status in ('AWAITING_PAYMENT', 'CLOSING')))
            """;

    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,17}|[1-8]\\d{18}");
    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{16}");

    private final ListRepository lists;
    private final ReplicaListRepository pages;
    private final JdbcClient sql;
    private final QueueNames names;

    ArchiveRepository(ListRepository lists, ReplicaListRepository pages, JdbcClient sql, QueueNames names) {
        this.lists = lists;
        this.pages = pages;
        this.sql = sql;
        this.names = names;
    }

    /** Some of those that a query asks for. */
    public ListPage<ArchivedTask> page(ListQuery query) {
        return pages.page(list(columns(), query), query, ArchiveRepository::read);
    }

    /** As {@link ListRepository#forEach}. */
    public boolean forEach(ListQuery query, int most, Consumer<ArchivedTask> row) {
        return pages.forEach(list(columns(), query), query, ArchiveRepository::read, most, row);
    }

    /**
     * The same, but only numbers, and whether somebody has decided about it already.
     *
     * @param newest none with a higher number
     * @param until none that died later
     */
    boolean forEachNumber(
            ListQuery query, OptionalLong newest, Optional<Instant> until, int most, Consumer<Numbered> row) {
        var list = list("task_dead.id, task_dead.status", query);
        newest.ifPresent(number -> list.where("task_dead.id <= :newest", "newest", number));
        until.ifPresent(moment -> list.where("task_dead.died_ms <= :until", "until", moment.toEpochMilli()));
        return lists.forEach(
                list,
                query,
                (found, number) -> new Numbered(
                        found.getLong("id"), !found.getString("status").equals("DEAD")),
                most,
                row);
    }

    /** One of them. */
    public Optional<ArchivedTask> find(long id) {
        return sql.sql("select " + columns() + " from " + TABLES
                        + " where task_dead.id = :id and task_dead.prefix = :prefix")
                .param("id", id)
                .param("prefix", names.prefix())
                .query(ArchiveRepository::read)
                .optional();
    }

    /** The newest of those about this order about which nobody has decided. */
    Optional<Long> newestUndecided(OrderId order) {
        return sql.sql("""
                select task_dead.id from archived_task
                  join task_dead on task_dead.id = archived_task.dead_id
                 where archived_task.order_id = :order and task_dead.status = 'DEAD' and task_dead.prefix = :prefix
                 order by archived_task.dead_id desc limit 1
                """)
                .param("order", order.value())
                .param("prefix", names.prefix())
                .query(Long.class)
                .optional();
    }

    /** Those of these numbers that there are, and that nobody has decided about. */
    List<Long> undecided(List<Long> ids) {
        return sql.sql(
                        "select id from task_dead where id in (:ids) and status = 'DEAD' and prefix = :prefix order by id")
                .param("ids", ids)
                .param("prefix", names.prefix())
                .query(Long.class)
                .list();
    }

    private static String columns() {
        return COLUMNS + "(" + SETTLED + ") as settled";
    }

    /** Each state is a range that an index has in the order of numbers; where several are asked for, they are merged. */
    private ListSql list(String columns, ListQuery query) {
        var list = ListSql.of(columns, TABLES).where("task_dead.prefix = :prefix", "prefix", names.prefix());
        var state = query.value(ArchiveFields.STATE).map(ArchiveState::valueOf);
        state.ifPresent(wanted -> list.where(condition(wanted)));
        var handled = query.value(ArchiveFields.HANDLED);
        handled.ifPresent(is -> list.where(
                is.equals("true") ? "task_dead.status in ('REPLAYED', 'DISCARDED')" : "task_dead.status = 'DEAD'"));
        if (state.isEmpty() && !handled.equals(Optional.of("false"))) {
            if (handled.isEmpty()) {
                list.leg("task_dead.status = 'DEAD'", Map.of());
            }
            list.leg("task_dead.status = 'REPLAYED'", Map.of());
            list.leg("task_dead.status = 'DISCARDED'", Map.of());
        }
        query.value(ArchiveFields.TASK).ifPresent(task -> list.where("task_dead.name = :name", "name", task));
        query.value(ArchiveFields.QUEUE).ifPresent(queue -> list.where("task_dead.queue = :queue", "queue", queue));
        query.value(ArchiveFields.ERROR).ifPresent(error -> diedOf(list, error));
        about(list, query);
        query.moment(ArchiveFields.FROM)
                .ifPresent(from -> list.where("task_dead.died_ms >= :from", "from", from.toEpochMilli()));
        query.moment(ArchiveFields.TO).ifPresent(to -> list.where("task_dead.died_ms < :to", "to", to.toEpochMilli()));
        return list;
    }

    private static String condition(ArchiveState state) {
        return switch (state) {
            case UNDECIDED -> "task_dead.status = 'DEAD'";
            case SETTLED -> SETTLED;
            case RETRIED -> "task_dead.status = 'REPLAYED'";
            case DISCARDED -> "task_dead.status = 'DISCARDED'";
        };
    }

    /** A fingerprint, or the class of what was thrown, with or without its package. */
    private static void diedOf(ListSql list, String error) {
        if (FINGERPRINT.matcher(error).matches()) {
            list.where("task_dead.fingerprint = :fingerprint", "fingerprint", error);
        } else {
            list.where("task_dead.error_type = :errorType", "errorType", error.substring(error.lastIndexOf('.') + 1));
        }
    }

    private void about(ListSql list, ListQuery query) {
        query.value(ArchiveFields.ORDER)
                .ifPresent(order -> list.where(among("order_id = :order"), "order", number(order)));
        query.value(ArchiveFields.OFFER)
                .ifPresent(offer -> list.where(among("offer_id = :offer"), "offer", number(offer)));
        query.value(ArchiveFields.SELLER)
                .ifPresent(seller -> list.where(among("seller_id = :seller"), "seller", seller(seller)));
    }

    private static String among(String condition) {
        return "task_dead.id in (select about.dead_id from archived_task about where about." + condition + ")";
    }

    /** 0, which nothing has, for what is no number. */
    private static long number(String text) {
        var number = text.replaceFirst("^(order|offer):", "");
        return NUMBER.matcher(number).matches() ? Long.parseLong(number) : 0;
    }

    private long seller(String text) {
        return sql.sql("select id from account where username = :name")
                .param("name", text.replaceFirst("^@", "").toLowerCase(Locale.ROOT))
                .query(Long.class)
                .optional()
                .orElseGet(() -> number(text));
    }

    private static ArchivedTask read(ResultSet row, int number) throws SQLException {
        return new ArchivedTask(
                row.getLong("id"),
                new TaskId(row.getString("task_id")),
                row.getString("name"),
                row.getString("queue"),
                row.getString("error").lines().findFirst().orElse(""),
                row.getString("error_type"),
                row.getString("fingerprint"),
                row.getInt("attempts"),
                state(row.getString("status"), row.getBoolean("settled")),
                Instant.ofEpochMilli(row.getLong("died_ms")),
                Instant.ofEpochMilli(row.getLong("changed_ms")),
                Optional.ofNullable(row.getString("decided_by")),
                positive(row, "order_id").map(OrderId::new),
                positive(row, "offer_id").map(OfferId::new),
                positive(row, "seller_id").map(AccountId::new),
                row.getInt("orders"),
                new Money(row.getLong("fen")));
    }

    private static ArchiveState state(String status, boolean settled) {
        return switch (status) {
            case "REPLAYED" -> ArchiveState.RETRIED;
            case "DISCARDED" -> ArchiveState.DISCARDED;
            default -> settled ? ArchiveState.SETTLED : ArchiveState.UNDECIDED;
        };
    }

    private static Optional<Long> positive(ResultSet row, String column) throws SQLException {
        var value = row.getLong(column);
        return value > 0 ? Optional.of(value) : Optional.empty();
    }

    /**
     * A dead task by its number.
     *
     * @param decided whether somebody has decided about it
     */
    record Numbered(long id, boolean decided) {}
}
