package stampede.storefront;

import java.time.Duration;
import java.time.Instant;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.site.ShopTimes;

/** A shopper's orders. */
@Controller
class OrderController {

    private static final int ORDERS_PER_PAGE = 10;

    private final Orders orders;
    private final Shelf shelf;
    private final ShopTimes times;

    OrderController(Orders orders, Shelf shelf, ShopTimes times) {
        this.orders = orders;
        this.shelf = shelf;
        this.times = times;
    }

    @GetMapping("/orders")
    String orders(@CurrentAccount SignedIn account, @RequestParam(defaultValue = "0") int page, Model model) {
        if (page < 0) {
            throw new NotHere();
        }
        var found = orders.of(account.id(), page, ORDERS_PER_PAGE);
        model.addAttribute("found", found);
        model.addAttribute("rows", found.orders().stream().map(this::row).toList());
        model.addAttribute("hasOlder", (page + 1L) * ORDERS_PER_PAGE < found.total());
        return "storefront/orders";
    }

    @GetMapping("/orders/{order}")
    String order(@CurrentAccount SignedIn account, @PathVariable OrderId order, Model model) {
        show(account, order, model);
        return "storefront/order";
    }

    /** What replaces the order on the page, or 204 if its status is the one that the page has. */
    @GetMapping(
            path = "/orders/{order}",
            headers = {"HX-Request", "!HX-History-Restore-Request"})
    ModelAndView status(
            @CurrentAccount SignedIn account,
            @PathVariable OrderId order,
            @RequestParam(defaultValue = "") String seen,
            Model model) {
        var now = show(account, order, model);
        return seen.equals(now.status().name())
                ? Answers.nothingNew()
                : new ModelAndView("storefront/order :: order", HttpStatus.OK);
    }

    @PostMapping("/orders/{order}/cancellation")
    ModelAndView cancel(@CurrentAccount SignedIn account, @PathVariable OrderId order, Model model) {
        if (orders.cancel(account.id(), order)) {
            return Answers.seeOther("/orders/" + order);
        }
        show(account, order, model);
        model.addAttribute("tooLate", true);
        return new ModelAndView("storefront/order", HttpStatus.CONFLICT);
    }

    /** Where a reload leads. */
    @GetMapping("/orders/{order}/cancellation")
    ModelAndView back(@PathVariable OrderId order) {
        return Answers.seeOther("/orders/" + order);
    }

    private Order show(SignedIn account, OrderId id, Model model) {
        var order = orders.find(account.id(), id).orElseThrow(NotHere::new);
        var row = row(order);
        model.addAttribute("row", row);
        if (row.isMoving()) {
            model.addAttribute("refreshSeconds", secondsUntil(order.payBy()));
        }
        return order;
    }

    /** Where there is no JavaScript the page reloads itself when the time to pay is over. */
    private long secondsUntil(Instant payBy) {
        return Math.max(2, Duration.between(times.now(), payBy).toSeconds() + 2);
    }

    private OrderRow row(Order order) {
        return new OrderRow(order, shelf.card(order.offer()));
    }
}
