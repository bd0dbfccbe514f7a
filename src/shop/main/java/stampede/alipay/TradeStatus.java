package stampede.alipay;

import java.util.Optional;

/** Where a trade stands at Alipay, in its words ({@code trade_status}). */
public enum TradeStatus {
    WAIT_BUYER_PAY,
    /** Paid; can be refunded. */
    TRADE_SUCCESS,
    /** Paid long ago; can no longer be refunded. Comes months after {@link #TRADE_SUCCESS}. */
    TRADE_FINISHED,
    /** Not paid in time, or refunded in full. */
    TRADE_CLOSED;

    public boolean isPaid() {
        return this == TRADE_SUCCESS || this == TRADE_FINISHED;
    }

    /** The status of this name, or nothing if Alipay has thought of a new one. */
    public static Optional<TradeStatus> of(String name) {
        for (var status : values()) {
            if (status.name().equals(name)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }
}
