package stampede.paymentadmin;

import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.payment.AlipayNotification;
import stampede.payment.AlipayNotification.Verdict;
import stampede.payment.AlipayNotificationRepository;
import stampede.payment.Payment;
import stampede.payment.PaymentRepository;
import stampede.refund.Refund;
import stampede.refund.RefundRepository;

/** Finds payments, notifications and refunds for operators, newest first. */
@Component
class PaymentSearchRepository {

    private static final Set<Verdict> MISMATCHED =
            EnumSet.of(Verdict.UNKNOWN_ORDER, Verdict.WRONG_AMOUNT, Verdict.WRONG_SELLER, Verdict.WRONG_APP);
    private static final Set<Verdict> FORGED = EnumSet.of(Verdict.UNSIGNED, Verdict.FORGED, Verdict.MALFORMED);
    private static final Duration LATELY = Duration.ofHours(24);

    private final JdbcClient sql;
    private final Clock clock;

    PaymentSearchRepository(JdbcClient sql, Clock clock) {
        this.sql = sql;
        this.clock = clock;
    }

    PageOf<Payment> payments(String text, Optional<Payment.State> state, int page, int size) {
        return page("payment", "state", text, state, page, size, PaymentRepository::payment);
    }

    PageOf<AlipayNotification> notifications(String text, Optional<Verdict> verdict, int page, int size) {
        return page(
                "payment_notification",
                "verdict",
                text,
                verdict,
                page,
                size,
                AlipayNotificationRepository::notification);
    }

    PageOf<Refund> refunds(String text, Optional<Refund.State> state, int page, int size) {
        return page("refund", "state", text, state, page, size, RefundRepository::refund);
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

    /** All three tables know an order and a trade; a request number leads to the trade it is about. */
    private <T> PageOf<T> page(
            String table,
            String column,
            String text,
            Optional<? extends Enum<?>> is,
            int page,
            int size,
            RowMapper<T> mapper) {
        var params = new HashMap<String, Object>();
        var where = " from " + table + " where 1 = 1" + condition(text.strip(), params)
                + is.map(one -> {
                            params.put("is", one.name());
                            return " and " + column + " = :is";
                        })
                        .orElse("");
        var total = sql.sql("select count(*)" + where)
                .params(params)
                .query(Long.class)
                .single();
        var items = sql.sql("select *" + where + " order by id desc limit :size offset :start")
                .params(params)
                .param("size", size)
                .param("start", (long) page * size)
                .query(mapper)
                .list();
        return new PageOf<>(items, page, size, total);
    }

    private String condition(String text, Map<String, Object> params) {
        if (text.isEmpty()) {
            return "";
        }
        params.put("trade", tradeOf(text).orElse(text));
        params.put("order", text.matches("\\d{1,18}|[1-8]\\d{18}") ? Long.parseLong(text) : 0);
        return " and (trade_no = :trade or order_id = :order)";
    }

    private Optional<String> tradeOf(String requestNo) {
        return sql.sql("select trade_no from refund where out_request_no = :requestNo")
                .param("requestNo", requestNo)
                .query(String.class)
                .optional();
    }
}
