package stampede.alipaysandbox;

import com.fasterxml.jackson.annotation.JsonTypeName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A buyer's trade: begins when they sign in to a checkout.
 *
 * @param id Alipay's number of it ({@code trade_no})
 * @param buyer any name
 * @param paid when, if it was; stays after a refund
 * @param ended when it was closed or finished
 * @param refunds in the order they were asked for
 */
@JsonTypeName("trade")
record Trade(
        String id,
        SandboxCheckout checkout,
        String buyer,
        Instant created,
        Status status,
        Optional<Instant> paid,
        Optional<Instant> ended,
        List<Refund> refunds)
        implements JournalEntry {

    /** Alipay's words for where a trade stands. */
    enum Status {
        WAIT_BUYER_PAY,
        TRADE_SUCCESS,
        TRADE_FINISHED,
        TRADE_CLOSED
    }

    /**
     * Money on its way back.
     *
     * @param requestNo the shop's number of it ({@code out_request_no})
     * @param done when the money went; nothing if that was accepted only
     */
    record Refund(String requestNo, SandboxAmount amount, Instant asked, Optional<Instant> done) {

        Refund doneAt(Instant now) {
            return new Refund(requestNo, amount, asked, Optional.of(now));
        }
    }

    static Trade opened(String id, SandboxCheckout checkout, String buyer, Instant now) {
        return new Trade(
                id, checkout, buyer, now, Status.WAIT_BUYER_PAY, Optional.empty(), Optional.empty(), List.of());
    }

    Trade paidAt(Instant now) {
        return new Trade(
                id, checkout, buyer, created, Status.TRADE_SUCCESS, Optional.of(now), Optional.empty(), refunds);
    }

    Trade endedAt(Instant now, Status how) {
        return new Trade(id, checkout, buyer, created, how, paid, Optional.of(now), refunds);
    }

    /** With this refund added, or put in the place of the one with its number; closed if all the money has gone back. */
    Trade with(Refund refund, Instant now) {
        var others = refunds.stream().filter(other -> !other.requestNo().equals(refund.requestNo()));
        var all = Stream.concat(others, Stream.of(refund)).toList();
        var changed = new Trade(id, checkout, buyer, created, status, paid, ended, all);
        return changed.paidBack().equals(checkout.amount()) ? changed.endedAt(now, Status.TRADE_CLOSED) : changed;
    }

    public String outTradeNo() {
        return checkout.outTradeNo();
    }

    public SandboxAmount amount() {
        return checkout.amount();
    }

    public boolean waits() {
        return status == Status.WAIT_BUYER_PAY;
    }

    /** Whether money came in, whatever happened to it then. */
    boolean wasPaid() {
        return paid.isPresent();
    }

    /** What has gone back. */
    SandboxAmount paidBack() {
        return sum(refunds.stream().filter(refund -> refund.done().isPresent()));
    }

    /** What has gone back or is to. */
    SandboxAmount promisedBack() {
        return sum(refunds.stream());
    }

    Optional<Refund> refund(String requestNo) {
        return refunds.stream()
                .filter(refund -> refund.requestNo().equals(requestNo))
                .findFirst();
    }

    private static SandboxAmount sum(Stream<Refund> refunds) {
        return refunds.map(Refund::amount).reduce(new SandboxAmount(0), SandboxAmount::plus);
    }
}
