package stampede.storefront.order;

import jakarta.servlet.http.HttpServletResponse;
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
import stampede.order.OrderGroup;
import stampede.order.OrderId;
import stampede.order.OrderRefusal;
import stampede.order.Orders;
import stampede.refusal.RefusalException;
import stampede.storefront.PageNotFound;
import stampede.storefront.Redirects;
import stampede.storefront.RefusalPage;

/** A shopper's orders. */
@Controller
public class OrderController {

    private static final int ORDERS_PER_PAGE = 10;

    private final Orders orders;
    private final OrderRowReader shown;

    OrderController(Orders orders, OrderRowReader shown) {
        this.orders = orders;
        this.shown = shown;
    }

    @GetMapping("/orders")
    String orders(
            @CurrentAccount SignedIn account,
            @RequestParam(defaultValue = "ALL") OrderGroup show,
            @RequestParam(defaultValue = "0") int page,
            Model model) {
        if (page < 0) {
            throw new PageNotFound();
        }
        var found = orders.of(account.id(), show, page, ORDERS_PER_PAGE);
        model.addAttribute("show", show);
        var counts = orders.count(account.id());
        model.addAttribute("counts", counts);
        model.addAttribute("hasAny", counts.getOrDefault(OrderGroup.ALL, 0L) > 0);
        model.addAttribute("found", found);
        model.addAttribute("rows", shown.rows(found.orders()));
        model.addAttribute("hasOlder", (page + 1L) * ORDERS_PER_PAGE < found.total());
        return "storefront/orders";
    }

    /** What costs nothing is a coupon. */
    @GetMapping("/orders/{order}")
    ModelAndView order(@CurrentAccount SignedIn account, @PathVariable OrderId order, Model model) {
        var row = shown.show(account, order, model);
        return row.order().total().fen() == 0
                ? Redirects.seeOther("/coupons#mine")
                : new ModelAndView("storefront/order");
    }

    /** What replaces the order on the page, or 204 if it is as the page shows it. */
    @GetMapping(
            path = "/orders/{order}",
            headers = {"HX-Request", "!HX-History-Restore-Request"})
    ModelAndView status(
            @CurrentAccount SignedIn account,
            @PathVariable OrderId order,
            @RequestParam(defaultValue = "") String seen,
            Model model) {
        return seen.equals(shown.show(account, order, model).seen())
                ? Redirects.nothingNew()
                : new ModelAndView("storefront/order :: order", HttpStatus.OK);
    }

    @PostMapping("/orders/{order}/cancellation")
    ModelAndView cancel(
            @CurrentAccount SignedIn account, @PathVariable OrderId order, HttpServletResponse response, Model model) {
        if (orders.cancel(account.id(), order)) {
            return Redirects.seeOther("/orders/" + order);
        }
        shown.show(account, order, model);
        RefusalPage.show(new RefusalException(OrderRefusal.NOT_CANCELLABLE), response, model);
        return new ModelAndView("storefront/order");
    }

    /** Where a reload leads. */
    @GetMapping({"/orders/{order}/cancellation", "/orders/{order}/refunds", "/orders/{order}/receipt"})
    ModelAndView back(@PathVariable OrderId order) {
        return Redirects.seeOther("/orders/" + order);
    }
}
