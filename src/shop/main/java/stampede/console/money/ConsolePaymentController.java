package stampede.console.money;

import static stampede.console.money.MoneyPageModel.SIZE;
import static stampede.console.money.MoneyPageModel.page;

import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.payment.AlipayNotification;
import stampede.payment.Payment;
import stampede.paymentadmin.PaymentAdmin;

/** Money that came, and what Alipay told of it. */
@Controller
class ConsolePaymentController {

    private final PaymentAdmin desk;
    private final MoneyPageModel pages;

    ConsolePaymentController(PaymentAdmin desk, MoneyPageModel pages) {
        this.desk = desk;
        this.pages = pages;
    }

    @GetMapping("/console/payments")
    String payments(
            @RequestParam(defaultValue = "") String text,
            @RequestParam Optional<Payment.State> is,
            @RequestParam(defaultValue = "0") int page,
            Model model) {
        pages.list(model, desk.payments(text, is, page(page), SIZE), text, is, Payment.State.values());
        return "console/payments";
    }

    @GetMapping("/console/payments/notifications")
    String notifications(
            @RequestParam(defaultValue = "") String text,
            @RequestParam Optional<AlipayNotification.Verdict> is,
            @RequestParam(defaultValue = "0") int page,
            Model model) {
        pages.list(
                model, desk.notifications(text, is, page(page), SIZE), text, is, AlipayNotification.Verdict.values());
        return "console/notifications";
    }

    @GetMapping("/console/payments/notifications/{id}")
    String notification(@PathVariable long id, Model model) {
        pages.frame(model);
        model.addAttribute(
                "told", desk.notification(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        return "console/notification";
    }
}
