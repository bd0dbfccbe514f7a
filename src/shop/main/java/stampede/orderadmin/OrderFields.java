package stampede.orderadmin;

import java.util.Arrays;
import java.util.List;
import stampede.listing.ListField;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.order.OrderStatus;

/** What lists of orders can be asked. */
public final class OrderFields {

    static final String NUMBER = "number";
    static final String SHOPPER = "shopper";
    static final String PRODUCT = "product";
    static final String SLOT = "slot";
    static final String STATUS = "status";
    static final String STAGE = "stage";
    static final String REFUND = "refund";

    private OrderFields() {}

    /** For operators: by whatever they know of it. */
    public static ListSpec ofOperators(String path, String words) {
        return new ListSpec(
                path,
                words,
                List.of(
                        ListField.text(NUMBER),
                        ListField.text(SHOPPER),
                        ListField.text(PRODUCT),
                        ListField.moment(SLOT),
                        ListField.choices(STATUS, "order.status.", statuses()),
                        ListField.moment("from"),
                        ListField.moment("to"),
                        ListField.moment("paid-from"),
                        ListField.moment("paid-to"),
                        ListField.amount("amount-from"),
                        ListField.amount("amount-to"),
                        ListField.choice(REFUND, "console.orders.refund.", RefundStanding.values())),
                List.of(ListSort.by("placed", "orders.id")));
    }

    /** For sellers: by what they do with it next. */
    public static ListSpec ofSellers(String path, String words) {
        return new ListSpec(
                path,
                words,
                List.of(
                        ListField.choice(STAGE, "seller.orders.stage.", OrderStage.values()),
                        ListField.text(NUMBER),
                        ListField.text(PRODUCT),
                        ListField.moment("from"),
                        ListField.moment("to")),
                List.of(ListSort.by("placed", "orders.id")));
    }

    private static OrderStatus[] statuses() {
        return Arrays.stream(OrderStatus.values())
                .filter(status -> !status.isTombstone())
                .toArray(OrderStatus[]::new);
    }
}
