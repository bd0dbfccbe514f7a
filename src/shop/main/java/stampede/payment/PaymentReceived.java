package stampede.payment;

import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.OrderId;

/**
 * An order was paid; published in the transaction that booked the money. Money that goes back at once is none of it.
 *
 * @param order the order
 * @param offer of which it has units
 * @param amount what came
 */
public record PaymentReceived(OrderId order, OfferId offer, Money amount) {}
