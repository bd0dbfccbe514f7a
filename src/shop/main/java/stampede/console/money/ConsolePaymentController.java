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
import org.springframework.web.server.ResponseStatusException;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListSpec;
import stampede.payment.AlipayNotification;
import stampede.payment.Payment;
import stampede.paymentadmin.PaymentAdmin;

/** Money that came, and what Alipay told of it. */
@Controller
class ConsolePaymentController {

    private static final ListSpec PAYMENTS = MoneyPageModel.spec(
            "/console/payments", "console.payments", "console.payment.state.", Payment.State.values());
    private static final ListSpec NOTIFICATIONS = MoneyPageModel.spec(
            "/console/payments/notifications",
            "console.notifications",
            "console.verdict.",
            AlipayNotification.Verdict.values());

    private final PaymentAdmin desk;
    private final MoneyPageModel pages;
    private final CsvDownload download;

    ConsolePaymentController(PaymentAdmin desk, MoneyPageModel pages, CsvDownload download) {
        this.desk = desk;
        this.pages = pages;
        this.download = download;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/payments")
    String payments(HttpServletRequest request, Model model) {
        var query = pages.query(PAYMENTS, request);
        pages.list(model, new ListView<>(query, desk.payments(query)));
        return "console/payments";
    }

    /** Numbers of orders carry a word before them: a spreadsheet would round nineteen digits. So do those of trades. */
    @Needs(Duty.SEE)
    @GetMapping("/console/payments.csv")
    void paymentsCsv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = pages.query(PAYMENTS, request);
        download.send(
                response,
                PAYMENTS.name(),
                List.of("trade", "order", "state", "fen", "paid", "known"),
                (most, line) -> desk.payments(
                        query,
                        most,
                        payment -> line.accept(new Object[] {
                            "trade:" + payment.tradeNo(),
                            "order:" + payment.order(),
                            payment.state(),
                            payment.amount().fen(),
                            pages.cell(payment.paidAt()),
                            pages.cell(Optional.of(payment.receivedAt()))
                        })));
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/payments/notifications")
    String notifications(HttpServletRequest request, Model model) {
        var query = pages.query(NOTIFICATIONS, request);
        pages.list(model, new ListView<>(query, desk.notifications(query)));
        return "console/notifications";
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/payments/notifications.csv")
    void notificationsCsv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = pages.query(NOTIFICATIONS, request);
        download.send(
                response,
                NOTIFICATIONS.name(),
                List.of("number", "verdict", "status", "order", "trade", "times", "first"),
                (most, line) -> desk.notifications(
                        query,
                        most,
                        told -> line.accept(new Object[] {
                            told.id(),
                            told.verdict(),
                            told.tradeStatus(),
                            told.outTradeNo().map(number -> "order:" + number).orElse(""),
                            told.tradeNo().map(number -> "trade:" + number).orElse(""),
                            told.times(),
                            pages.cell(Optional.of(told.receivedAt()))
                        })));
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/payments/notifications/{id}")
    String notification(@PathVariable long id, Model model) {
        pages.frame(model);
        model.addAttribute(
                "told", desk.notification(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        return "console/notification";
    }
}
