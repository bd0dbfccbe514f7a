package stampede.storefront.order;

import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import stampede.account.SignedIn;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.payment.OrderMoney;
import stampede.payment.Payments;
import stampede.site.ShopTimes;
import stampede.storefront.OfferCards;
import stampede.storefront.PageNotFound;

/** Orders with all that pages tell of them. An order that is not the shopper's is not there. */
@Component
public class OrderRowReader {

    /** How often a page without JavaScript looks after what may happen at any moment. */
    private static final int REFRESH_SECONDS = 5;

    private final Orders orders;
    private final Payments payments;
    private final OfferCards offerCards;
    private final ShopTimes times;

    OrderRowReader(Orders orders, Payments payments, OfferCards offerCards, ShopTimes times) {
        this.orders = orders;
        this.payments = payments;
        this.offerCards = offerCards;
        this.times = times;
    }

    Order find(SignedIn account, OrderId id) {
        return orders.find(account.id(), id).orElseThrow(PageNotFound::new);
    }

    List<OrderRow> rows(List<Order> found) {
        var money = payments.money(found.stream().map(Order::id).toList());
        return found.stream()
                .map(order -> new OrderRow(
                        order, offerCards.card(order.offer()), money.getOrDefault(order.id(), OrderMoney.NONE)))
                .toList();
    }

    /** Puts the order on its page, together with the form to ask for its money back. */
    OrderRow show(SignedIn account, OrderId id, Model model) {
        var row = rows(List.of(find(account, id))).get(0);
        model.addAttribute("row", row);
        model.addAttribute("form", RefundForm.whole(row.money().refundable()));
        if (row.isMoving()) {
            model.addAttribute("refreshSeconds", row.awaitsPayment() ? untilClosing(row) : REFRESH_SECONDS);
        }
        return row;
    }

    /** The same for a page that waits for the payment to arrive. */
    OrderRow showAfterPayment(SignedIn account, OrderId id, Model model) {
        var row = show(account, id, model);
        if (row.isMoving()) {
            model.addAttribute("refreshSeconds", REFRESH_SECONDS);
        }
        return row;
    }

    private long untilClosing(OrderRow row) {
        return Math.max(2, Duration.between(times.now(), row.order().payBy()).toSeconds() + 2);
    }
}
