package stampede.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.counter.StockWorkbench.key;
import static stampede.counter.StockWorkbench.nextId;
import static stampede.counter.StockWorkbench.request;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.order.OrderStatus;
import stampede.settlement.BooksWorkbench;
import stampede.stock.Reservation;

/** Plants one error at a time in good books and looks for the rule that tells. */
class BooksCheckTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final OfferId offer = bench.stock.openOffer(10, 3);
    private Reservation open = StockWorkbench.reservation(offer, 1, 1);
    private Reservation closed = StockWorkbench.reservation(offer, 1, 1);

    @BeforeEach
    void sell() {
        open = bench.stock.reserve(request(offer, 7, 2)).orElseThrow();
        closed = bench.stock.reserve(request(offer, 8, 1)).orElseThrow();
        bench.orders.place(open);
        bench.orders.place(closed);
        bench.stock.counter.settle(List.of(open, closed));
        bench.orders.close(closed);
        bench.stock.counter.release(List.of(closed));
    }

    @Test
    void findsNothingInGoodBooks() {
        var report = bench.check.check(offer);

        assertThat(report.agree()).isTrue();
        assertThat(report.reserved()).isZero();
        assertThat(report.findings().map(finding -> finding.rule().name()))
                .containsExactly(
                        "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "R1", "R2", "R3",
                        "R4", "R5", "R6", "Q1", "Q2", "Q3", "Q4", "Q5", "Q6");
        assertThat(report.verdict()).isEqualTo(BooksReport.Verdict.AGREE);
        assertThat(report.figures()).isEqualTo(new BooksReport.Figures(10, 8, 2, true, 8, 0));
    }

    @Test
    void findsABalanceThatMovedWithoutAMovement() {
        change("update stock_balance set available = available - 1 where offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D2", "D3", "Q2");
    }

    @Test
    void findsATotalThatGrewByItself() {
        change("update stock_balance set total = total + 1 where offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D2", "Q3");
    }

    @Test
    void findsAnOrderThatHoldsUnitsItNeverTook() {
        change("delete from stock_movement where order_id = ?", open.id().value());

        assertThat(broken()).contains("D2", "D3", "D4");
        assertThat(deviation("D4")).contains("order " + open.id() + " is AWAITING_PAYMENT without any movement");
    }

    @Test
    void findsAClosedOrderThatKeptItsUnits() {
        change(
                "delete from stock_movement where kind = 'RETURN' and order_id = ?",
                closed.id().value());

        assertThat(broken()).contains("D4");
        assertThat(deviation("D4")).contains("order " + closed.id() + " is CLOSED with 1 TAKE and 0 RETURN");
    }

    @Test
    void findsATombstoneThatTookUnits() {
        bench.orders.set(open.id(), OrderStatus.REJECTED, 0);

        assertThat(broken()).contains("D4", "D5", "Q1");
    }

    @Test
    void findsUnitsTakenForAnOrderThatIsMissing() {
        change("delete from orders where id = ?", open.id().value());

        assertThat(deviation("D4")).isEqualTo("order " + open.id() + " is missing with 1 TAKE and 0 RETURN");
    }

    @Test
    void findsAShopperOverTheLimit() {
        change("update stock_balance set limit_per_shopper = 1 where offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D5");
        assertThat(deviation("D5")).isEqualTo("shopper 7 has 2 units, is counted with 2, the limit is 1");
    }

    @Test
    void findsAWrongQuota() {
        change("update stock_quota set used = 1 where offer_id = ? and shopper_id = 8", offer.value());

        assertThat(broken()).containsExactly("D5");
    }

    @Test
    void findsAnAddressThatIsCountedWithWhatNobodyHolds() {
        change("update stock_balance set limit_per_address = 2 where offer_id = ?", offer.value());
        assertThat(broken()).isEmpty();

        change(
                "insert into stock_address_quota (offer_id, address_key, used) values (?, unhex(repeat('0F', 16)), 1)",
                offer.value());

        assertThat(broken()).containsExactly("D5");
        assertThat(deviation("D5"))
                .isEqualTo("address " + "0F".repeat(16) + " has 0 units, is counted with 1, the limit is 2");
    }

    @Test
    void findsAnAddressOverTheLimit() {
        change(
                "update stock_movement set address_key = unhex(repeat('0A', 16)) where kind = 'TAKE' and order_id = ?",
                open.id().value());
        change(
                "insert into stock_address_quota (offer_id, address_key, used) values (?, unhex(repeat('0A', 16)), 2)",
                offer.value());
        change("update stock_balance set limit_per_address = 2 where offer_id = ?", offer.value());
        assertThat(broken()).isEmpty();

        change("update stock_balance set limit_per_address = 1 where offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D5");
    }

    @Test
    void findsMoreAvailableThanThereIs() {
        bench.stock.jdbc.execute("alter table stock_balance drop constraint stock_balance_range");
        try {
            change("update stock_balance set available = 11 where offer_id = ?", offer.value());

            assertThat(deviation("D1")).isEqualTo("11 of 10 are available");
        } finally {
            change("update stock_balance set available = 10 where offer_id = ?", offer.value());
            bench.stock.jdbc.execute(
                    "alter table stock_balance add constraint stock_balance_range check (available >= 0 and available <= total)");
        }
    }

    @Test
    void findsAMovementThatWasChanged() {
        change("update stock_movement set delta = delta + 1 where kind = 'INIT' and offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D3");
    }

    @Test
    void findsAStepThatIsNotInTheTable() {
        change("update orders set status = 'SHIPPED' where id = ?", open.id().value());
        ship(open);
        step(open, "AWAITING_PAYMENT", "SHIPPED");

        assertThat(broken()).containsExactly("D8");
        assertThat(deviation("D8"))
                .isEqualTo("order " + open.id() + " is SHIPPED, but went from AWAITING_PAYMENT to SHIPPED");
    }

    @Test
    void findsAParcelOfAnOrderThatWasNotShipped() {
        ship(open);

        assertThat(broken()).containsExactly("D10");
        assertThat(deviation("D10")).isEqualTo("order " + open.id() + " is AWAITING_PAYMENT with a shipment under way");
    }

    @Test
    void findsACouponWithoutAnOrderThatIsOne() {
        coupon(open);

        assertThat(broken()).containsExactly("D11");
        assertThat(deviation("D11"))
                .isEqualTo("a coupon is there for order " + open.id() + ", which is AWAITING_PAYMENT");
    }

    @Test
    void findsAFreeCouponThatNobodyWroteDown() {
        change("update stock_balance set kind = 'COUPON' where offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D11");
        assertThat(deviation("D11")).isEqualTo("order " + open.id() + " is AWAITING_PAYMENT without a coupon");
        coupon(open);
        assertThat(broken()).isEmpty();
        coupon(closed);
        assertThat(deviation("D11")).isEqualTo("a coupon is there for order " + closed.id() + ", which is CLOSED");
    }

    @Test
    void findsATicketOfAnotherOffersRoom() {
        var others = room(open, 1);
        ticket(open, others);

        assertThat(broken()).containsExactly("D12");
        assertThat(deviation("D12"))
                .isEqualTo("order " + open.id() + " names ticket 17 of room " + others
                        + ", which is no room of its offer");
        ticket(open, room(closed, offer.value()));
        assertThat(broken()).isEmpty();
    }

    @Test
    void findsATicketThatTwoShoppersUsed() {
        var room = room(open, offer.value());
        ticket(open, room);
        ticket(closed, room);

        assertThat(broken()).containsExactly("D12");
        assertThat(deviation("D12"))
                .startsWith("ticket 17 of room " + room + " was used by several shoppers, such as ");
    }

    /** One of whoever's, with a number that no other has. */
    private long room(Reservation like, long ofOffer) {
        var number = like.id().value();
        bench.stock.jdbc.update(
                "insert into room (id, offer_id, seed, opens_ms, closes_ms, early, is_open) values (?, ?, repeat('x', 32), 1, 2, 0, null)",
                number,
                ofOffer);
        return number;
    }

    private void ticket(Reservation reservation, long room) {
        bench.stock.jdbc.update(
                "replace into order_ticket (order_id, room_id, number) values (?, ?, 17)",
                reservation.id().value(),
                room);
    }

    private void coupon(Reservation reservation) {
        bench.stock.jdbc.update(
                "insert into coupon (order_id, offer_id, owner_id, code, taken_ms, valid_until_ms) values (?, ?, ?, ?, 1, 2)",
                reservation.id().value(),
                offer.value(),
                reservation.shopper().value(),
                Long.toString(reservation.id().value() % 1_000_000_000_000L));
    }

    private void ship(Reservation reservation) {
        change(
                "insert into shipment (order_id, carrier, number, shipped_ms, shipped_by) values (?, 'SF', '1', 1, 'operator:3')",
                reservation.id().value());
    }

    @Test
    void findsAnOrderAtAnotherPrice() {
        bench.stock.price(offer, 1990);

        assertThat(broken()).containsExactly("D9");
        assertThat(deviation("D9")).contains("order " + open.id() + " costs 0 fen a unit instead of 1990");
    }

    @Test
    void findsAStatusThatNoStepLedTo() {
        change(
                "update orders set status = 'CLOSING', closing_at_ms = 4000000000000 where id = ?",
                open.id().value());

        assertThat(broken()).containsExactly("D8");
        assertThat(deviation("D8")).isEqualTo("order " + open.id() + " is CLOSING, but last became AWAITING_PAYMENT");
    }

    @Test
    void findsAStepThatWasTakenFromElsewhere() {
        change(
                "delete from order_event where to_status = 'CLOSING' and order_id = ?",
                closed.id().value());

        assertThat(broken()).containsExactly("D8");
        assertThat(deviation("D8"))
                .isEqualTo("order " + closed.id()
                        + " is CLOSED, but was AWAITING_PAYMENT before it went from CLOSING to CLOSED");
    }

    @Test
    void findsAnOrderWithoutAStory() {
        change("delete from order_event where order_id = ?", open.id().value());

        assertThat(broken()).containsExactly("D8");
        assertThat(deviation("D8")).contains("nothing tells how it became so");
    }

    @Test
    void findsAnEpochThatFell() {
        bench.stock.open(offer);
        bench.audit.audit(offer);
        assertThat(broken()).isEmpty();

        bench.stock.redis.opsForHash().put(key(offer, "state"), "epoch", "1");

        assertThat(broken()).containsExactly("R5");
        assertThat(deviation("R5")).isEqualTo("The epoch is 1 and was 2");
    }

    @Test
    void takesAnotherLifeOfRedisForANewBeginning() {
        assertThat(bench.epochs.see(Set.of("one", "two"), offer, 7)).isEmpty();

        assertThat(bench.epochs.see(Set.of("one", "two"), offer, 6)).isNotEmpty();
        assertThat(bench.epochs.see(Set.of("one"), offer, 6))
                .as("while one is silent")
                .isNotEmpty();
        assertThat(bench.epochs.see(Set.of("one", "another"), offer, 6)).isEmpty();
    }

    @Test
    void findsAShopperWhoIsCountedWrongInRedis() {
        bench.stock.redis.opsForHash().increment(key(offer, "shoppers"), "7", 1);

        assertThat(broken()).containsExactly("R2");
        assertThat(deviation("R2")).isEqualTo("shopper 7 is counted with 3 but has 2");
    }

    @Test
    void findsAReservationThatNobodyWillCheck() {
        bench.stock.redis.opsForZSet().add(key(offer, "pending"), "12345", 1);

        assertThat(broken()).containsExactly("R3");
    }

    @Test
    void findsWhatIsKeptAndReleased() {
        bench.stock.redis.opsForSet().add(key(offer, "released"), open.id().toString());

        assertThat(broken()).containsExactly("R4");
    }

    @Test
    void findsAnOrderThatStillWaitsLongAfterItsTime() {
        change(
                "update orders set expires_at_ms = 1780000000000 where id = ?",
                open.id().value());

        assertThat(broken()).containsExactly("Q4");
        assertThat(deviation("Q4")).isEqualTo("order " + open.id() + " is AWAITING_PAYMENT past its time");
    }

    @Test
    void findsAnOrderThatIsClosingForEver() {
        change(
                "update orders set status = 'CLOSING', closing_at_ms = 1780000000000 where id = ?",
                open.id().value());
        step(open, "AWAITING_PAYMENT", "CLOSING");

        assertThat(broken()).containsExactly("Q4");
        assertThat(deviation("Q4")).isEqualTo("order " + open.id() + " is CLOSING past its time");
    }

    @Test
    void leavesTheCloserTheTimeItMayTake() {
        change(
                "update orders set expires_at_ms = " + (bench.stock.clock.millis() - 20_000) + " where id = ?",
                open.id().value());

        assertThat(broken()).isEmpty();
    }

    @Test
    void findsTasksThatAreGivenUpAndNotInTheArchive() {
        bench.dead(Optional.of(3L));

        assertThat(broken()).containsExactly("Q6");
        assertThat(deviation("Q6")).isEqualTo("3 are in the dead-letter queue");
    }

    @Test
    void doesNotVouchForADeadLetterQueueThatCannotBeAsked() {
        bench.dead(Optional.empty());

        assertThat(broken()).containsExactly("Q6");
    }

    @Test
    void findsARedisThatSellsAUnitTwice() {
        bench.stock.redis.opsForHash().increment(key(offer, "state"), "left", 1);

        assertThat(broken()).containsExactly("R1", "Q2", "Q3");
    }

    @Test
    void findsAnOrderThatRedisForgot() {
        bench.stock.counter.release(List.of(open));

        assertThat(broken()).containsExactly("Q1", "Q2", "Q3");
        assertThat(deviation("Q1")).isEqualTo("only in the database: 1 (" + open.id() + ").");
    }

    @Test
    void knowsThatAnOfferWithAWaitingReservationIsNotAtRest() {
        assertThat(bench.stock.reserve(request(offer, 9, 1))).isPresent();

        var report = bench.check.check(offer);

        assertThat(report.reserved()).isEqualTo(1);
        assertThat(report.always()).allMatch(RuleFinding::ok);
        assertThat(report.atRest().stream()
                        .filter(finding -> !finding.ok())
                        .map(finding -> finding.rule().name()))
                .containsExactly("Q1", "Q2", "Q3");
        assertThat(report.verdict()).isEqualTo(BooksReport.Verdict.UNDER_WAY);
        assertThat(report.figures().drift()).isZero();
    }

    @Test
    void saysThatRedisIsCold() {
        bench.stock.lose(offer);

        assertThat(broken()).containsExactly("Q1", "Q2", "Q3");
        assertThat(deviation("Q2")).isEqualTo("Redis does not know the offer");
    }

    @Test
    void refusesOffersThatTheLedgerDoesNotHave() {
        var unknown = new OfferId(nextId());

        assertThatThrownBy(() -> bench.check.check(unknown)).isInstanceOf(IllegalArgumentException.class);
    }

    private List<String> broken() {
        return bench.check
                .check(offer)
                .findings()
                .filter(finding -> !finding.ok())
                .map(finding -> finding.rule().name())
                .toList();
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

    private void step(Reservation order, String from, String to) {
        bench.stock.jdbc.update(
                "insert into order_event (order_id, from_status, to_status, at_ms, who) values (?, ?, ?, 0, 'test')",
                order.id().value(),
                from,
                to);
    }

    private void change(String statement, long id) {
        assertThat(bench.stock.jdbc.update(statement, id)).isPositive();
    }
}
