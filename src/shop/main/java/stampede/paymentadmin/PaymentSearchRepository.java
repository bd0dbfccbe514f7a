package stampede.paymentadmin;

import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSql;
import stampede.listing.ReplicaListRepository;
import stampede.payment.AlipayNotification;
import stampede.payment.AlipayNotification.Verdict;
import stampede.payment.AlipayNotificationRepository;
import stampede.payment.Payment;
import stampede.payment.PaymentRepository;
import stampede.refund.Refund;
import stampede.refund.RefundRepository;

/** Finds payments, notifications and refunds for operators. Queries may have {@code text}, an order, trade or request number, and {@code is}, a state. */
@Component
class PaymentSearchRepository {

    private static final Set<Verdict> MISMATCHED =
            EnumSet.of(Verdict.UNKNOWN_ORDER, Verdict.WRONG_AMOUNT, Verdict.WRONG_SELLER, Verdict.WRONG_APP);
    private static final Set<Verdict> FORGED = EnumSet.of(Verdict.UNSIGNED, Verdict.FORGED, Verdict.MALFORMED);
    private static final Duration LATELY = Duration.ofHours(24);

    private static final Pattern ORDER = Pattern.compile("\\d{1,18}|[1-8]\\d{18}");

    private final ReplicaListRepository lists;
    private final JdbcClient sql;
    private final Clock clock;

    PaymentSearchRepository(ReplicaListRepository lists, JdbcClient sql, Clock clock) {
        this.lists = lists;
        this.sql = sql;
        this.clock = clock;
    }

    ListPage<Payment> payments(ListQuery query) {
        return lists.page(chosen("payment", "state", query), query, PaymentRepository::payment);
    }

    boolean payments(ListQuery query, int most, Consumer<Payment> row) {
        return lists.forEach(chosen("payment", "state", query), query, PaymentRepository::payment, most, row);
    }

    ListPage<AlipayNotification> notifications(ListQuery query) {
        return lists.page(notificationsChosen(query), query, AlipayNotificationRepository::notification);
    }

    boolean notifications(ListQuery query, int most, Consumer<AlipayNotification> row) {
        return lists.forEach(notificationsChosen(query), query, AlipayNotificationRepository::notification, most, row);
    }

    ListPage<Refund> refunds(ListQuery query) {
        return lists.page(chosen("refund", "state", query), query, RefundRepository::refund);
    }

    boolean refunds(ListQuery query, int most, Consumer<Refund> row) {
        return lists.forEach(chosen("refund", "state", query), query, RefundRepository::refund, most, row);
    }

    Optional<AlipayNotification> notification(long id) {
        return sql.sql("select * from payment_notification where id = :id")
                .param("id", id)
                .query(AlipayNotificationRepository::notification)
                .optional();
    }

    WaitingMoney waiting() {
        var refunds = counts(
                "select state as name, count(*) as found from refund where state in ('ASKED', 'DUE', 'STUCK') group by state",
                Map.of());
        var notifications = counts(
                "select verdict as name, count(*) as found from payment_notification where received_at_ms >= :since group by verdict",
                Map.of("since", clock.instant().minus(LATELY).toEpochMilli()));
        return new WaitingMoney(
                refunds.getOrDefault("ASKED", 0L),
                refunds.getOrDefault("STUCK", 0L),
                refunds.getOrDefault("DUE", 0L),
                sum(notifications, MISMATCHED),
                sum(notifications, FORGED));
    }

    private Map<String, Long> counts(String query, Map<String, Long> params) {
        var counts = new HashMap<String, Long>();
        sql.sql(query).params(params).query(row -> {
            counts.put(row.getString("name"), row.getLong("found"));
        });
        return counts;
    }

    private static long sum(Map<String, Long> counts, Set<Verdict> verdicts) {
        return verdicts.stream()
                .mapToLong(verdict -> counts.getOrDefault(verdict.name(), 0L))
                .sum();
    }

    private ListSql notificationsChosen(ListQuery query) {
        return chosen("payment_notification", "verdict", query);
    }

    /** All three tables know an order and a trade; a request number leads to the trade it is about. */
    private ListSql chosen(String table, String column, ListQuery query) {
        var list = ListSql.of("*", table);
        query.value("text")
                .ifPresent(text -> list.where(
                        "trade_no = :trade or order_id = :order",
                        Map.of(
                                "trade",
                                tradeOf(text).orElse(text),
                                "order",
                                ORDER.matcher(text).matches() ? Long.parseLong(text) : 0L)));
        query.value("is").ifPresent(is -> list.where(column + " = :is", "is", is));
        return list;
    }

    private Optional<String> tradeOf(String requestNo) {
        return sql.sql("select trade_no from refund where out_request_no = :requestNo")
                .param("requestNo", requestNo)
                .query(String.class)
                .optional();
    }
}
