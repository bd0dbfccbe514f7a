package stampede.payment;

import static java.util.stream.Collectors.joining;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.order.OrderId;
import stampede.payment.AlipayNotification.Verdict;

/**
 * The table of notifications. A genuine one has one row per status, whose key only Alipay's signature gives access to; what is not
 * genuine has rows without a key, so that nobody can take a genuine one's place by being first.
 */
@Component
public class AlipayNotificationRepository {

    /** What the column takes in any script. */
    private static final int LONGEST_BODY = 16_000;

    private static final List<String> ACCEPTED = Arrays.stream(Verdict.values())
            .filter(Verdict::isAccepted)
            .map(Verdict::name)
            .toList();

    private final JdbcClient sql;

    AlipayNotificationRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Keeps a genuine one, or counts it once more. The verdict of one that was accepted stays: what it did was done then. */
    void keepGenuine(AlipayNotificationForm form, Verdict verdict, Instant now) {
        var again = sql.sql("""
                update payment_notification
                   set times_received = times_received + 1, last_received_ms = :now,
                       verdict = case when verdict in (:accepted) then verdict else :verdict end
                 where genuine_key = :key
                """)
                .param("now", now.toEpochMilli())
                .param("accepted", ACCEPTED)
                .param("verdict", verdict.name())
                .param("key", genuineKey(form))
                .update();
        if (again == 0) {
            add(form, verdict, genuineKey(form), now);
        }
    }

    /** Writes down one that is not genuine. */
    void keepForged(AlipayNotificationForm form, Verdict verdict, Instant now) {
        add(form, verdict, null, now);
    }

    public static AlipayNotification notification(ResultSet row, int number) throws SQLException {
        var body = row.getString("body");
        return new AlipayNotification(
                row.getLong("id"),
                row.getString("notify_id"),
                row.getString("trade_status"),
                outTradeNo(body),
                Optional.ofNullable(row.getString("trade_no")),
                Verdict.valueOf(row.getString("verdict")),
                row.getInt("times_received"),
                Instant.ofEpochMilli(row.getLong("received_at_ms")),
                Instant.ofEpochMilli(row.getLong("last_received_ms")),
                body);
    }

    private static Optional<String> outTradeNo(String body) {
        return body.lines()
                .filter(line -> line.startsWith("out_trade_no="))
                .map(line -> line.substring("out_trade_no=".length()))
                .findFirst();
    }

    private void add(AlipayNotificationForm form, Verdict verdict, @Nullable String key, Instant now) {
        sql.sql("""
                insert into payment_notification (notify_id, trade_status, order_id, trade_no, body, verdict, genuine_key,
                                                  times_received, received_at_ms, last_received_ms)
                values (:notifyId, :status, :order, :trade, :body, :verdict, :key, 1, :now, :now)
                """)
                .param("notifyId", cut(form.field("notify_id"), 128))
                .param("status", cut(form.field("trade_status"), 32))
                .param(
                        "order",
                        PaidTrade.orderOf(form.field("out_trade_no"))
                                .map(OrderId::value)
                                .orElse(null))
                .param("trade", form.field("trade_no").isEmpty() ? null : cut(form.field("trade_no"), 64))
                .param("body", body(form))
                .param("verdict", verdict.name())
                .param("key", key)
                .param("now", now.toEpochMilli())
                .update();
    }

    /** Statuses may come in any order under one number, and each is a notification of its own. */
    private static String genuineKey(AlipayNotificationForm form) {
        return form.field("notify_id") + " " + form.field("trade_status");
    }

    /** Without the signature, which nobody needs to read; line breaks stay visible, so that no field looks like two. */
    private static String body(AlipayNotificationForm form) {
        return cut(
                form.fields().entrySet().stream()
                        .filter(field -> !field.getKey().equals("sign"))
                        .sorted(Map.Entry.comparingByKey())
                        .map(field -> visible(field.getKey()) + "=" + visible(field.getValue()))
                        .collect(joining("\n")),
                LONGEST_BODY);
    }

    private static String visible(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }
}
