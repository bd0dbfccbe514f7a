package stampede.payment;

import java.net.URI;
import java.util.Collection;
import java.util.Map;
import stampede.account.AccountId;
import stampede.order.Order;
import stampede.order.OrderId;

/** The shopper's side of paying. An order that is not theirs is as if it were not there. */
public interface Payments {

    /**
     * Notes that the shopper goes to pay, so that the order will be asked about and its trade closed; from here on money may
     * come. May be repeated.
     *
     * @throws PaymentRefused {@link PaymentRefusal#NOT_PAYABLE} if the order does not wait for money any more
     */
    void begin(Order order, PaymentChannel channel);

    /**
     * Where the browser of a shopper goes who has begun to pay this order.
     *
     * @throws PaymentRefused {@link PaymentRefusal#NOT_PAYABLE} if nobody has begun, or the order does not wait for money
     */
    URI page(Order order);

    /** The same as an HTML form to post. */
    String form(Order order);

    /** What the app of a shopper who has begun hands to Alipay. */
    String orderString(Order order);

    /**
     * Asks Alipay about a payment that was begun and of which nothing came yet, and books what it says. Returns within about
     * three seconds whatever Alipay does, and asks for one order at most every two seconds.
     */
    void refresh(AccountId shopper, OrderId order);

    /** What has happened to the money of these orders; those of which no money is known are left out. */
    Map<OrderId, OrderMoney> money(Collection<OrderId> orders);
}
