package stampede.storefront.order;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.order.OrderId;
import stampede.payment.PaymentChannel;
import stampede.payment.PaymentRefused;
import stampede.payment.Payments;
import stampede.storefront.Redirects;
import stampede.storefront.RefusalPage;

/**
 * The way to Alipay. The button posts to the shop, and a page of the shop leads on: no form leaves the shop, so that the
 * security policy can go on forbidding it.
 */
@Controller
public class StorefrontPaymentController {

    private final Payments payments;
    private final OrderRowReader shown;

    StorefrontPaymentController(Payments payments, OrderRowReader shown) {
        this.payments = payments;
        this.shown = shown;
    }

    @PostMapping("/orders/{order}/payment")
    ModelAndView pay(
            @CurrentAccount SignedIn account, @PathVariable OrderId order, HttpServletResponse response, Model model) {
        try {
            payments.begin(shown.find(account, order), PaymentChannel.PAGE);
            return Redirects.seeOther("/orders/" + order + "/payment");
        } catch (PaymentRefused refused) {
            shown.show(account, order, model);
            RefusalPage.show(refused, response, model);
            return new ModelAndView("storefront/order");
        }
    }

    /** Without a payment begun, or when it is too late, this leads to the order. */
    @GetMapping("/orders/{order}/payment")
    ModelAndView leave(@CurrentAccount SignedIn account, @PathVariable OrderId order, Model model) {
        var unpaid = shown.find(account, order);
        try {
            model.addAttribute("leadsTo", payments.page(unpaid));
        } catch (PaymentRefused refused) {
            return Redirects.seeOther("/orders/" + order);
        }
        model.addAttribute("order", unpaid);
        return new ModelAndView("storefront/payment", HttpStatus.OK);
    }
}
