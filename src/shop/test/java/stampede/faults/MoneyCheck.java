package stampede.faults;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Sets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipay.Refund;
import stampede.alipaysandbox.LocalAlipay.Trade;

/** Looks at both sides, Alipay's trades and the shop's tables, and asks neither what it thinks of itself. */
final class MoneyCheck {

    private static final Set<String> PAID = Set.of("PAID", "SHIPPED", "FINISHED");

    private final JdbcClient sql;
    private final LocalAlipay alipay;

    MoneyCheck(JdbcClient sql, LocalAlipay alipay) {
        this.sql = sql;
        this.alipay = alipay;
    }

    void nobodyCanPay() {
        assertThat(count("orders where status in ('AWAITING_PAYMENT', 'CLOSING')"))
                .as("orders not decided")
                .isZero();
    }

    void nothingIsOpen() {
        nobodyCanPay();
        assertThat(alipay.open().none()).as("Alipay is at rest").isTrue();
        assertThat(count("orders where status = 'REFUNDING'"))
                .as("orders being refunded")
                .isZero();
        assertThat(count("refund where state not in ('DONE', 'DECLINED')"))
                .as("refunds under way")
                .isZero();
        assertThat(count("payment") - paid().size()).as("payments unknown").isZero();
    }

    void everyTradeIsKeptOrWentBack() {
        var payments = payments();
        var refunds = refunds();
        var trades = paid();
        var paid = trades.stream().map(Trade::tradeNo).collect(toSet());
        assertThat(Sets.difference(paid, payments.keySet()))
                .as("trades of which the shop has no payment")
                .isEmpty();
        assertThat(Sets.difference(payments.keySet(), paid))
                .as("payments of which Alipay has no trade")
                .isEmpty();
        for (var trade : trades) {
            var payment = payments.get(trade.tradeNo());
            var back = refunds.getOrDefault(trade.tradeNo(), List.of());
            assertThat(payment.order()).isEqualTo(trade.outTradeNo());
            assertThat(payment.fen()).isEqualTo(trade.fen());
            assertThat(trade.refunds().stream().map(MoneyCheck::told).toList())
                    .as("%s: %s", payment, trade)
                    .containsExactlyInAnyOrderElementsOf(
                            back.stream().map(MoneyCheck::told).toList());
            if (payment.isKept()) {
                assertThat(back).as("kept: %s", trade).allMatch(Back::isGift);
                assertThat(sum(back)).as("kept: %s", trade).isLessThan(trade.fen());
            } else {
                assertThat(sum(back)).as("%s: %s", payment, trade).isEqualTo(trade.fen());
                assertThat(back.size() == 1 || back.stream().allMatch(Back::isGift))
                        .as("%s: %s", payment, trade)
                        .isTrue();
            }
        }
        assertThat(count("orders where status in ('PAID', 'SHIPPED', 'FINISHED') and (select count(*) from payment"
                        + " where payment.order_id = orders.id and payment.state = 'APPLIED') <> 1"))
                .as("orders paid by nothing, or twice")
                .isZero();
    }

    /** Or this run would prove less than it says. */
    void everythingHappened() {
        assertThat(sql.sql("select distinct state from payment")
                        .query(String.class)
                        .list())
                .contains("APPLIED", "LATE", "SURPLUS");
        assertThat(sql.sql("select distinct verdict from payment_notification")
                        .query(String.class)
                        .list())
                .contains(
                        "PAID",
                        "KNOWN",
                        "PAID_BACK",
                        "REFUND_NEWS",
                        "FORGED",
                        "WRONG_AMOUNT",
                        "WRONG_APP",
                        "WRONG_SELLER");
        assertThat(sql.sql("select distinct status from orders")
                        .query(String.class)
                        .list())
                .contains("PAID", "CLOSED", "REFUNDED");
    }

    private List<Trade> paid() {
        return alipay.trades().stream().filter(Trade::paid).toList();
    }

    private Map<String, Paid> payments() {
        return sql
                .sql("select trade_no, order_id, amount_fen, state, orders.status from payment"
                        + " join orders on orders.id = payment.order_id")
                .query((row, number) -> new Paid(
                        row.getString("trade_no"),
                        row.getString("order_id"),
                        row.getLong("amount_fen"),
                        row.getString("state"),
                        row.getString("status")))
                .list()
                .stream()
                .collect(toMap(Paid::tradeNo, payment -> payment));
    }

    private Map<String, List<Back>> refunds() {
        return sql
                .sql("select trade_no, out_request_no, amount_fen, state, reason from refund where state <> 'DECLINED'")
                .query((row, number) -> new Back(
                        row.getString("trade_no"),
                        row.getString("out_request_no"),
                        row.getLong("amount_fen"),
                        row.getString("state"),
                        row.getString("reason")))
                .list()
                .stream()
                .collect(groupingBy(Back::tradeNo));
    }

    private static long sum(List<Back> back) {
        return back.stream().mapToLong(Back::fen).sum();
    }

    /** Of a refund that is through both sides say the same. */
    private static String told(Refund refund) {
        return refund.requestNo() + " " + refund.fen() + " " + refund.done();
    }

    private static String told(Back back) {
        return back.requestNo() + " " + back.fen() + " " + back.state().equals("DONE");
    }

    private long count(String rows) {
        return sql.sql("select count(*) from " + rows).query(Long.class).single();
    }

    private record Paid(String tradeNo, String order, long fen, String state, String orderStatus) {

        /** Whether it pays for its order, of which not all money has gone back. */
        boolean isKept() {
            return state.equals("APPLIED") && PAID.contains(orderStatus);
        }
    }

    private record Back(String tradeNo, String requestNo, long fen, String state, String reason) {

        /** Whether somebody decided on it, rather than the shop that had money too much. */
        boolean isGift() {
            return reason.equals("OPERATOR") || reason.equals("SHOPPER");
        }
    }
}
