package stampede.payment;

import stampede.order.OrderId;

/**
 * Asks Alipay about a payment, unless it is booked by then.
 *
 * @param orderId as text because JSON numbers lose digits
 * @param tradeNo which of its trades; empty: the one that counts
 * @param round which of the settings' queries this is, from 0
 */
record QueryPayment(String orderId, String tradeNo, int round) {

    static QueryPayment of(OrderId order, int round) {
        return new QueryPayment(order.toString(), "", round);
    }
}
