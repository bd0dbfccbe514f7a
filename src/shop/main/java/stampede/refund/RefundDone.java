package stampede.refund;

import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.OrderId;

/**
 * A refund has gone back; published in the transaction that noted it.
 *
 * @param order whose money it was
 * @param offer of which the order had units
 * @param amount what went back
 */
public record RefundDone(OrderId order, OfferId offer, Money amount) {}
