package stampede.console.money;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
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
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListSpec;
import stampede.payment.PaymentRefusal;
import stampede.payment.PaymentRefused;
import stampede.payment.Refunds;
import stampede.paymentadmin.PaymentAdmin;
import stampede.refund.Refund;

/** Money that goes back: what waits for a decision, what is under way, what got stuck. */
@Controller
class ConsoleRefundController {

    private static final ListSpec REFUNDS = MoneyPageModel.spec(
            "/console/payments/refunds", "console.refunds", "console.refund.state.", Refund.State.values());

    private final PaymentAdmin desk;
    private final Refunds refunds;
    private final MoneyPageModel pages;
    private final CsvDownload download;

    ConsoleRefundController(PaymentAdmin desk, Refunds refunds, MoneyPageModel pages, CsvDownload download) {
        this.download = download;
        this.desk = desk;
        this.refunds = refunds;
        this.pages = pages;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/payments/refunds")
    String refunds(HttpServletRequest request, Model model) {
        var query = pages.query(REFUNDS, request);
        pages.list(model, new ListView<>(query, desk.refunds(query)));
        return "console/refunds";
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/payments/refunds.csv")
    void refundsCsv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = pages.query(REFUNDS, request);
        download.send(
                response,
                REFUNDS.name(),
                List.of("refund", "order", "trade", "state", "fen", "reason", "wanted", "done"),
                (most, line) -> desk.refunds(
                        query,
                        most,
                        refund -> line.accept(new Object[] {
                            refund.requestNo(),
                            "order:" + refund.order(),
                            "trade:" + refund.tradeNo(),
                            refund.state(),
                            refund.amount().fen(),
                            refund.reason(),
                            pages.cell(Optional.of(refund.requestedAt())),
                            pages.cell(refund.doneAt())
                        })));
    }

    /** One refund; {@code done} is what was just done to it, {@code refused} why that could not be. */
    @Needs(Duty.SEE)
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

    @Needs(Duty.MONEY)
    @PostMapping("/console/payments/refunds/{requestNo}/approve")
    String approve(@PathVariable String requestNo, @CurrentAccount SignedIn operator) {
        return decide(requestNo, Deed.APPROVED, () -> refunds.approve(operator, requestNo));
    }

    @Needs(Duty.MONEY)
    @PostMapping("/console/payments/refunds/{requestNo}/decline")
    String decline(
            @PathVariable String requestNo,
            @RequestParam(defaultValue = "") String words,
            @CurrentAccount SignedIn operator) {
        return decide(
                requestNo, Deed.DECLINED, () -> refunds.decline(operator, requestNo, OrderMoneyController.cut(words)));
    }

    @Needs(Duty.MONEY)
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
