package stampede.storefront.order;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.order.OrderId;
import stampede.shipping.Shipments;
import stampede.shipping.ShippingRefused;
import stampede.storefront.Redirects;
import stampede.storefront.RefusalPage;

/** Saying that a parcel came. */
@Controller
class ReceiptController {

    private final Shipments shipments;
    private final OrderRowReader shown;

    ReceiptController(Shipments shipments, OrderRowReader shown) {
        this.shipments = shipments;
        this.shown = shown;
    }

    /** Sent again it leads to the same page. */
    @PostMapping("/orders/{order}/receipt")
    ModelAndView receive(
            @CurrentAccount SignedIn account, @PathVariable OrderId order, HttpServletResponse response, Model model) {
        shown.find(account, order);
        try {
            shipments.receive(account.id(), order);
            return Redirects.seeOther("/orders/" + order);
        } catch (ShippingRefused refused) {
            shown.show(account, order, model);
            RefusalPage.show(refused, response, model);
            return new ModelAndView("storefront/order");
        }
    }
}
