package stampede.console;

import java.time.LocalDate;
import java.util.Optional;
import org.springframework.format.annotation.DateTimeFormat;
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
import stampede.payment.PaymentDesk;

/** Days compared with Alipay's bill. */
@Controller
class BillController {

    private static final int DAYS = 31;

    private final PaymentDesk desk;
    private final MoneyPages pages;

    BillController(PaymentDesk desk, MoneyPages pages) {
        this.desk = desk;
        this.pages = pages;
    }

    /** {@code missing} is a day whose bill could not be had just now. */
    @GetMapping("/console/payments/days")
    String days(@RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) Optional<LocalDate> missing, Model model) {
        pages.frame(model);
        model.addAttribute("days", desk.reconciliations(DAYS));
        model.addAttribute("missing", missing.orElse(null));
        return "console/bills";
    }

    @GetMapping("/console/payments/days/{day}")
    String day(@PathVariable @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate day, Model model) {
        pages.frame(model);
        model.addAttribute(
                "outcome",
                desk.reconciliation(day).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        return "console/bill";
    }

    @PostMapping("/console/payments/days")
    String compare(
            @RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate day,
            @CurrentAccount SignedIn operator) {
        return desk.reconcile(operator, day).isPresent()
                ? "redirect:/console/payments/days/" + day
                : "redirect:/console/payments/days?missing=" + day;
    }
}
