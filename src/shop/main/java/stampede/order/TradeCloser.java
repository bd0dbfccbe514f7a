package stampede.order;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Closes the trades of orders at the payment provider, so that nobody can pay for units that are about to go back. */
@FunctionalInterface
public interface TradeCloser {

    /**
     * Asks the provider to close these orders' trades; may be asked again. Called outside of any transaction, and takes
     * bounded time however many orders there are and whatever the provider does.
     *
     * @return an answer for each
     */
    Map<OrderId, Answer> close(Collection<OrderId> orders);

    /** The same for one order, for a person who waits: the provider is asked also if it has been silent lately. */
    default Answer closeNow(OrderId order) {
        return close(List.of(order)).getOrDefault(order, Answer.UNKNOWN);
    }

    /** What the provider said. */
    public enum Answer {
        /** The trade is closed, or there never was one: the units may go back. */
        CLOSED,
        /** It was paid meanwhile, and the payment is booked: the order is paid, not closed. */
        PAID,
        /** No answer. The order stays {@link OrderStatus#CLOSING} and is tried again. */
        UNKNOWN
    }
}
