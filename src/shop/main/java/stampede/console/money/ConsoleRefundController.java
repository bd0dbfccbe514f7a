package stampede.console.money;

import static stampede.console.money.MoneyPageModel.SIZE;
import static stampede.console.money.MoneyPageModel.page;

import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.payment.PaymentRefusal;
import stampede.payment.PaymentRefused;
import stampede.payment.Refunds;
import stampede.paymentadmin.PaymentAdmin;
import stampede.refund.Refund;

/** Money that goes back: what waits for a decision, what is under way, what got stuck. */
@Controller
class ConsoleRefundController {

    private final PaymentAdmin desk;
    private final Refunds refunds;
    private final MoneyPageModel pages;

    ConsoleRefundController(PaymentAdmin desk, Refunds refunds, MoneyPageModel pages) {
        this.desk = desk;
        this.refunds = refunds;
        this.pages = pages;
    }

    @GetMapping("/console/payments/refunds")
    String refunds(
            @RequestParam(defaultValue = "") String text,
            @RequestParam Optional<Refund.State> is,
            @RequestParam(defaultValue = "0") int page,
            Model model) {
        pages.list(model, desk.refunds(text, is, page(page), SIZE), text, is, Refund.State.values());
        return "console/refunds";
    }

    /** One refund; {@code done} is what was just done to it, {@code refused} why that could not be. */
    @GetMapping("/console/payments/refunds/{requestNo}")
    String refund(
            @PathVariable String requestNo,
            @RequestParam Optional<Deed> done,
            @RequestParam Optional<PaymentRefusal> refused,
            Model model) {
        pages.frame(model);
        model.addAttribute(
                "refund", desk.refund(requestNo).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        done.ifPresent(deed -> model.addAttribute("done", deed));
        refused.ifPresent(reason -> model.addAttribute("refused", reason));
        return "console/refund";
    }

    @PostMapping("/console/payments/refunds/{requestNo}/approve")
    String approve(@PathVariable String requestNo, @CurrentAccount SignedIn operator) {
        return decide(requestNo, Deed.APPROVED, () -> refunds.approve(operator, requestNo));
    }

    @PostMapping("/console/payments/refunds/{requestNo}/decline")
    String decline(
            @PathVariable String requestNo,
            @RequestParam(defaultValue = "") String words,
            @CurrentAccount SignedIn operator) {
        return decide(
                requestNo, Deed.DECLINED, () -> refunds.decline(operator, requestNo, OrderMoneyController.cut(words)));
    }

    @PostMapping("/console/payments/refunds/{requestNo}/retry")
    String retry(@PathVariable String requestNo, @CurrentAccount SignedIn operator) {
        return decide(requestNo, Deed.RETRIED, () -> refunds.retry(operator, requestNo));
    }

    private static String decide(String requestNo, Deed deed, Runnable decision) {
        var page = "redirect:/console/payments/refunds/" + requestNo;
        try {
            decision.run();
            return page + "?done=" + deed;
        } catch (PaymentRefused refusal) {
            return page + "?refused=" + refusal.reason();
        }
    }

    /** What an operator did to a refund. */
    enum Deed {
        APPROVED,
        DECLINED,
        RETRIED
    }
}
