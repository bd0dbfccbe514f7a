package stampede.books;

import java.util.Set;

/**
 * How some orders became what they are.
 *
 * @param steps what they went through, such as {@code >AWAITING_PAYMENT AWAITING_PAYMENT>PAID}; empty if nothing tells
 * @param status what they are now
 * @param coupon whether they are coupons that cost nothing
 * @param orders how many went this way
 * @param example one of them
 */
record OrderStateHistory(String steps, String status, boolean coupon, int orders, long example) {

    /** The table of edges once more, in other words than the code that takes the steps: to prove it one must not ask it. */
    private static final Set<String> EDGES = Set.of(
            ">AWAITING_PAYMENT",
            ">REJECTED",
            ">ABANDONED",
            "AWAITING_PAYMENT>CLOSING",
            "CLOSING>CLOSED",
            "AWAITING_PAYMENT>PAID",
            "CLOSING>PAID",
            "PAID>SHIPPED",
            "SHIPPED>FINISHED",
            "PAID>REFUNDING",
            "SHIPPED>REFUNDING",
            "FINISHED>REFUNDING",
            "CLOSED>REFUNDING",
            "REFUNDING>REFUNDED");

    /** Nobody pays for a free coupon, and nothing is sent. */
    private static final String BORN_FINISHED = ">FINISHED";

    /** The first step that must not be; empty if there is none. */
    String fault() {
        if (steps.isEmpty()) {
            return order() + "but nothing tells how it became so";
        }
        var before = "";
        for (var step : steps.split(" ", -1)) {
            var from = step.substring(0, step.indexOf('>'));
            var to = step.substring(step.indexOf('>') + 1);
            if (!from.equals(before)) {
                return order() + "but was %s before it went from %s to %s".formatted(name(before), name(from), to);
            }
            if (!EDGES.contains(step) && !(coupon && step.equals(BORN_FINISHED))) {
                return order() + "but went from %s to %s".formatted(name(from), to);
            }
            before = to;
        }
        return before.equals(status) ? "" : order() + "but last became " + before;
    }

    private String order() {
        return "order " + example + (orders == 1 ? "" : ", as " + (orders - 1) + " more,") + " is " + status + ", ";
    }

    private static String name(String status) {
        return status.isEmpty() ? "nothing" : status;
    }
}
