package stampede.storefront.order;

import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.order.OrderId;
import stampede.payment.Payments;
import stampede.storefront.PageNotFound;
import stampede.storefront.Redirects;

/**
 * Where Alipay sends the browser back to. Of all it carries only the order's number is read, and only to look how that order
 * stands: coming here proves nothing.
 */
@Controller
public class AlipayReturnController {

    private static final String PATH = "/payments/alipay/return";
    private static final String NUMBER = "out_trade_no";

    private final Payments payments;
    private final OrderRowReader shown;

    AlipayReturnController(Payments payments, OrderRowReader shown) {
        this.payments = payments;
        this.shown = shown;
    }

    /** Strangers sign in first, and bring along the number only: Alipay's signature is nobody's business. */
    @GetMapping(PATH)
    ModelAndView back(
            @CurrentAccount Optional<SignedIn> account,
            @RequestParam(name = NUMBER, defaultValue = "") String number,
            Model model) {
        var order = read(number);
        if (account.isEmpty()) {
            return Redirects.seeOther("/sign-in?continue=" + PATH + "?" + NUMBER + "=" + order);
        }
        look(account.get(), order, model);
        return new ModelAndView("storefront/returned", HttpStatus.OK);
    }

    /** What replaces the order on the page, or 204 if it is as the page shows it. */
    @GetMapping(
            path = PATH,
            headers = {"HX-Request", "!HX-History-Restore-Request"})
    ModelAndView status(
            @CurrentAccount SignedIn account,
            @RequestParam(name = NUMBER, defaultValue = "") String number,
            @RequestParam(defaultValue = "") String seen,
            Model model) {
        return seen.equals(look(account, read(number), model).seen())
                ? Redirects.nothingNew()
                : new ModelAndView("storefront/returned :: returned", HttpStatus.OK);
    }

    private OrderRow look(SignedIn account, OrderId order, Model model) {
        shown.find(account, order);
        payments.refresh(account.id(), order);
        return shown.showAfterPayment(account, order, model);
    }

    private static OrderId read(String number) {
        try {
            return OrderId.of(number);
        } catch (IllegalArgumentException none) {
            throw new PageNotFound();
        }
    }
}
