package stampede.console;

import static stampede.console.MoneyPages.SIZE;
import static stampede.console.MoneyPages.page;

import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.payment.Notification;
import stampede.payment.Payment;
import stampede.payment.PaymentDesk;

/** Money that came, and what Alipay told of it. */
@Controller
class PaymentController {

    private final PaymentDesk desk;
    private final MoneyPages pages;

    PaymentController(PaymentDesk desk, MoneyPages pages) {
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
            @RequestParam Optional<Notification.Verdict> is,
            @RequestParam(defaultValue = "0") int page,
            Model model) {
        pages.list(model, desk.notifications(text, is, page(page), SIZE), text, is, Notification.Verdict.values());
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
