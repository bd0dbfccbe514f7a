package stampede.books;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.counter.StockWorkbench.request;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.settlement.BooksWorkbench;
import stampede.stock.Reservation;

/** Plants one error at a time in good books of payments and refunds, and looks for the rule that tells. */
class MoneyInTheBooksTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final OfferId offer = bench.stock.openOffer(10, 3);
    private Reservation paid = StockWorkbench.reservation(offer, 1, 1);
    private Reservation late = StockWorkbench.reservation(offer, 1, 1);
    private Reservation refunded = StockWorkbench.reservation(offer, 1, 1);

    /** An order that is paid, twice even; one that was paid after it had closed; and one that was refunded. */
    @BeforeEach
    void sell() {
        paid = placed(7);
        late = placed(8);
        refunded = placed(9);
        bench.orders.close(late);
        set("PAID", paid);
        pay(paid, "A", "APPLIED", 1990);
        pay(paid, "B", "SURPLUS", 1990);
        refund(paid, "B", "SECOND_PAYMENT", "DUE", 1990);
        set("REFUNDING", late);
        pay(late, "A", "LATE", 1990);
        refund(late, "A", "LATE_PAYMENT", "DUE", 1990);
        set("REFUNDED", refunded);
        pay(refunded, "A", "APPLIED", 1990);
        refund(refunded, "A", "SHOPPER", "DECLINED", 1990);
        refund(refunded, "A", "SHOPPER", "DONE", 1000);
        refund(refunded, "A", "OPERATOR", "DONE", 990);
    }

    @Test
    void findsNothingInGoodBooks() {
        assertThat(deviation("D6")).isEmpty();
        assertThat(deviation("D7")).isEmpty();
    }

    @Test
    void findsAPaidOrderThatNobodyPaid() {
        change("delete from payment where trade_no = ?", trade(paid, "A"));

        assertThat(deviation("D6"))
                .isEqualTo("order " + paid.id() + " of 1990 fen is PAID with 0 applied payments of 0 fen");
    }

    @Test
    void findsAPaidOrderThatWasPaidTooLittle() {
        change("update payment set amount_fen = 1989 where trade_no = ?", trade(paid, "A"));

        assertThat(deviation("D6")).contains("with 1 applied payments of 1989 fen");
    }

    @Test
    void findsAnOrderThatTwoPaymentsWereAppliedTo() {
        change("update payment set state = 'APPLIED' where trade_no = ?", trade(paid, "B"));

        assertThat(deviation("D6")).contains("with 2 applied payments of 3980 fen");
    }

    @Test
    void findsMoneyOnAnOrderThatIsNotPaid() {
        set("AWAITING_PAYMENT", paid);

        assertThat(deviation("D6")).contains("is AWAITING_PAYMENT with 1 applied payments");
    }

    @Test
    void findsARefundOfAnOrderThatHadNoMoney() {
        change("delete from payment where trade_no = ?", trade(late, "A"));

        assertThat(deviation("D6")).contains("is REFUNDING with 0 applied payments");
        assertThat(deviation("D7")).contains("is of a trade that never paid its order");
    }

    @Test
    void findsMoreGoingBackThanCame() {
        refund(refunded, "A", "OPERATOR", "DUE", 1);

        assertThat(deviation("D7"))
                .isEqualTo("trade " + trade(refunded, "A") + " of 1990 fen has refunds of 1991 fen, 0 by itself");
    }

    @Test
    void findsLateMoneyThatIsKept() {
        change("delete from refund where trade_no = ?", trade(late, "A"));

        assertThat(deviation("D7")).contains("has refunds of 0 fen, 0 by itself");
    }

    @Test
    void findsLateMoneyThatGoesBackTwice() {
        change("update refund set amount_fen = 995 where trade_no = ?", trade(late, "A"));
        refund(late, "A", "LATE_PAYMENT", "DUE", 995);

        assertThat(deviation("D7")).contains("has refunds of 1990 fen, 2 by itself");
    }

    @Test
    void findsARefundedOrderWhoseMoneyIsStillHere() {
        change("update refund set state = 'DUE' where amount_fen = 990 and trade_no = ?", trade(refunded, "A"));

        assertThat(deviation("D7"))
                .isEqualTo("order " + refunded.id() + " is REFUNDED, but of 1990 fen 1000 have gone back");
    }

    @Test
    void findsNothingUnderWayWhenAllHasGoneBack() {
        change("update refund set state = 'DONE' where trade_no = ?", trade(paid, "B"));
        change("update refund set state = 'DONE' where trade_no = ?", trade(late, "A"));
        set("REFUNDED", late);
        assertThat(deviation("Q5")).isEmpty();

        change("update refund set state = 'STUCK' where trade_no = ?", trade(late, "A"));

        assertThat(deviation("Q5"))
                .isEqualTo(
                        "trade " + trade(late, "A")
                                + " of 1990 fen is LATE on an order that is REFUNDED, 0 fen have gone back, refunds under way: 1");
    }

    @Test
    void findsAPaidOrderWhoseMoneyHasGoneBack() {
        refund(paid, "A", "OPERATOR", "DONE", 1990);

        assertThat(deviation("Q5")).contains("is APPLIED on an order that is PAID, 1990 fen have gone back");
    }

    @Test
    void allowsAnOperatorToGiveAPartBack() {
        change("update refund set state = 'DONE' where trade_no = ?", trade(paid, "B"));
        refund(paid, "A", "OPERATOR", "DONE", 500);

        assertThat(deviation("Q5")).doesNotContain(trade(paid, "A")).doesNotContain(trade(paid, "B"));
    }

    @Test
    void findsARefundedOrderOfWhichAPartStayed() {
        change("update refund set state = 'DECLINED' where amount_fen = 990 and trade_no = ?", trade(refunded, "A"));

        assertThat(deviation("Q5")).contains("is APPLIED on an order that is REFUNDED, 1000 fen have gone back");
    }

    @Test
    void findsSurplusMoneyThatStayed() {
        change("delete from refund where trade_no = ?", trade(paid, "B"));

        assertThat(deviation("Q5")).contains("is SURPLUS on an order that is PAID, 0 fen have gone back");
    }

    @Test
    void allowsLateMoneyOnAnOrderThatWasRefundedBefore() {
        pay(refunded, "B", "LATE", 1990);
        refund(refunded, "B", "LATE_PAYMENT", "DUE", 1990);

        assertThat(deviation("D6")).isEmpty();
        assertThat(deviation("D7")).isEmpty();
    }

    @Test
    void needsNoMoneyForWhatIsFree() {
        change("delete from payment where trade_no = ?", trade(paid, "A"));
        change(
                "update orders set unit_price_fen = 0, total_fen = 0 where id = ?",
                paid.id().toString());

        assertThat(deviation("D6")).isEmpty();
    }

    private Reservation placed(long shopper) {
        var reservation = bench.stock.reserve(request(offer, shopper, 1)).orElseThrow();
        bench.orders.place(reservation);
        change(
                "update orders set unit_price_fen = 1990, total_fen = 1990 where id = ?",
                reservation.id().toString());
        return reservation;
    }

    private void set(String status, Reservation order) {
        change(
                "update orders set status = '" + status + "' where id = ?",
                order.id().toString());
    }

    private void pay(Reservation order, String trade, String state, long fen) {
        bench.stock.jdbc.update(
                "insert into payment (trade_no, order_id, amount_fen, state, received_at_ms) values (?, ?, ?, ?, 1)",
                trade(order, trade),
                order.id().value(),
                fen,
                state);
    }

    private void refund(Reservation order, String trade, String reason, String state, long fen) {
        var number = StockWorkbench.nextId() % 1_000_000_000;
        bench.stock.jdbc.update(
                """
                insert into refund (out_request_no, number, trade_no, order_id, amount_fen, reason, state, attempts, requested_at_ms)
                values (?, ?, ?, ?, ?, ?, ?, 0, 1)
                """,
                "R-" + order.id() + "-" + number,
                number,
                trade(order, trade),
                order.id().value(),
                fen,
                reason,
                state);
    }

    private static String trade(Reservation order, String name) {
        return order.id() + name;
    }

    private String deviation(String rule) {
        return bench.check
                .check(offer)
                .findings()
                .filter(finding -> finding.rule().name().equals(rule))
                .map(RuleFinding::deviation)
                .findFirst()
                .orElseThrow();
    }

    private void change(String statement, String id) {
        assertThat(bench.stock.jdbc.update(statement, id)).isPositive();
    }
}
