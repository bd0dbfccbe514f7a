package stampede.storefront.order;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.order.OrderId;
import stampede.payment.PaymentRefusal;
import stampede.payment.PaymentRefused;
import stampede.payment.Refunds;
import stampede.storefront.Redirects;
import stampede.storefront.RefusalPage;

/** Asking for money back. */
@Controller
public class StorefrontRefundController {

    private final Refunds refunds;
    private final OrderRowReader shown;

    StorefrontRefundController(Refunds refunds, OrderRowReader shown) {
        this.refunds = refunds;
        this.shown = shown;
    }

    @PostMapping("/orders/{order}/refunds")
    ModelAndView ask(
            @CurrentAccount SignedIn account,
            @PathVariable OrderId order,
            @RequestParam(defaultValue = "") String amount,
            @RequestParam(defaultValue = "") String words,
            HttpServletResponse response,
            Model model) {
        shown.find(account, order);
        var form = new RefundForm(amount, words);
        if (!form.mistakes().isEmpty()) {
            return correct(account, order, form, form.mistakes(), model);
        }
        try {
            refunds.ask(account.id(), order, form.money(), form.words());
            return Redirects.seeOther("/orders/" + order);
        } catch (PaymentRefused refused) {
            if (refused.reason() == PaymentRefusal.BAD_REFUND_AMOUNT) {
                return correct(account, order, form, Set.of("amount"), model);
            }
            shown.show(account, order, model);
            RefusalPage.show(refused, response, model);
            return new ModelAndView("storefront/order");
        }
    }

    private ModelAndView correct(SignedIn account, OrderId order, RefundForm form, Set<String> mistakes, Model model) {
        shown.show(account, order, model);
        model.addAttribute("form", form);
        model.addAttribute("mistakes", mistakes);
        return new ModelAndView("storefront/order", HttpStatus.UNPROCESSABLE_CONTENT);
    }
}
