package stampede.order;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.EnumSet;
import java.util.Set;

/** What a shopper looks for among their orders. Each status an order can have is in one of them, and in {@link #ALL}. */
public enum OrderGroup {
    ALL(EnumSet.complementOf(EnumSet.of(OrderStatus.REJECTED, OrderStatus.ABANDONED))),
    TO_PAY(EnumSet.of(OrderStatus.AWAITING_PAYMENT, OrderStatus.CLOSING)),
    TO_SHIP(EnumSet.of(OrderStatus.PAID)),
    ON_THE_WAY(EnumSet.of(OrderStatus.SHIPPED)),
    DONE(EnumSet.of(OrderStatus.FINISHED)),
    /** Closed, or its money goes back. */
    BACK(EnumSet.of(OrderStatus.CLOSED, OrderStatus.REFUNDING, OrderStatus.REFUNDED));

    private final ImmutableSet<OrderStatus> statuses;

    OrderGroup(Set<OrderStatus> statuses) {
        this.statuses = Sets.immutableEnumSet(statuses);
    }

    public Set<OrderStatus> statuses() {
        return statuses;
    }
}
