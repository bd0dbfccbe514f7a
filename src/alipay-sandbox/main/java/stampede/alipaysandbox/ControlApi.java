package stampede.alipaysandbox;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.alipaysandbox.NotificationDelivery.Send;
import stampede.alipaysandbox.Trade.Refund;

/** What Alipay has no doors for: play the buyer, look at what happened, let things go wrong. For tests and for the curious. */
@RestController
@RequestMapping("/control")
class ControlApi {

    private final RequestVerifier check;
    private final PayPageReader payPages;
    private final Trades trades;
    private final NotificationSender sender;
    private final Faults faults;
    private final NotificationComposer composer;
    private final ReturnAddress returnAddress;

    ControlApi(
            RequestVerifier check,
            PayPageReader payPages,
            Trades trades,
            NotificationSender sender,
            Faults faults,
            NotificationComposer composer,
            ReturnAddress returnAddress) {
        this.check = check;
        this.payPages = payPages;
        this.trades = trades;
        this.sender = sender;
        this.faults = faults;
        this.composer = composer;
        this.returnAddress = returnAddress;
    }

    /** Goes to a pay page, or takes an app's order string, and acts as the buyer. */
    @PostMapping("/orders")
    Bought buy(@RequestBody Purchase purchase) {
        var checkout = payPages.open(check.check(purchase.parameters()));
        var buyer = purchase.buyer().orElse(CashierController.FIRST_BUYER);
        var trade = switch (purchase.act().orElse(Act.PAY)) {
            case OPEN -> trades.open(checkout, buyer);
            case PAY -> trades.pay(checkout, buyer);
            case PAY_LATE -> trades.payLate(checkout, buyer);
        };
        return new Bought(TradeView.of(trade), returnAddress.after(trade));
    }

    @GetMapping("/trades")
    List<TradeView> trades(@RequestParam Optional<String> outTradeNo) {
        return outTradeNo.map(trades::of).orElseGet(trades::all).stream()
                .map(TradeView::of)
                .toList();
    }

    @PostMapping("/trades/{tradeNo}/finish")
    TradeView finish(@PathVariable String tradeNo) {
        return TradeView.of(trades.finish(tradeNo));
    }

    @PostMapping("/trades/{tradeNo}/close")
    TradeView close(@PathVariable String tradeNo) {
        trades.close("", tradeNo);
        return TradeView.of(trades.find("", tradeNo));
    }

    @GetMapping("/notifications")
    List<NotificationDelivery> notifications(@RequestParam Optional<String> outTradeNo) {
        return sender.deliveries().stream()
                .filter(delivery ->
                        outTradeNo.map(delivery.outTradeNo()::equals).orElse(true))
                .toList();
    }

    @PostMapping("/notifications/{id}/send-again")
    ResponseEntity<Send> sendAgain(@PathVariable String id) {
        return ResponseEntity.of(sender.sendAgain(id));
    }

    /** Sends a notification of one's own making, as often as asked at once, and tells the shop's answers. */
    @PostMapping("/notify")
    List<Send> notify(@RequestBody ComposedNotification composed) {
        return composer.send(composed);
    }

    @GetMapping("/open")
    Open open() {
        return new Open(sender.open(), trades.openRefunds());
    }

    @GetMapping("/faults")
    FaultPlan faults() {
        return new FaultPlan(Optional.of(faults.seed()), faults.rules());
    }

    @PutMapping("/faults")
    FaultPlan replace(@RequestBody FaultPlan plan) {
        faults.replace(plan.seed().orElseGet(faults::seed), plan.faults());
        return faults();
    }

    @PostMapping("/faults")
    FaultRule add(@RequestBody FaultRule rule) {
        return faults.add(rule);
    }

    @DeleteMapping("/faults")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void clear() {
        faults.clear();
    }

    @DeleteMapping("/faults/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String id) {
        faults.remove(id);
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.CONFLICT)
    Map<String, String> refuse(GatewayRefused refused) {
        return Map.of("code", refused.subCode(), "words", refused.words());
    }

    /** What a buyer does at the cashier. */
    enum Act {
        OPEN,
        PAY,
        /** Pay, though the time is over or the trade closed. */
        PAY_LATE
    }

    /**
     * @param payUrl the signed address of a pay page; or else
     * @param orderString what an app was given
     * @param buyer any name; each has a trade of their own
     */
    record Purchase(Optional<String> payUrl, Optional<String> orderString, Optional<String> buyer, Optional<Act> act) {

        Map<String, String[]> parameters() {
            return RequestVerifier.parse(payUrl.map(url -> URI.create(url).getRawQuery())
                    .or(() -> orderString)
                    .orElse(""));
        }
    }

    /** @param returnUrl where the buyer's browser would go now */
    record Bought(TradeView trade, Optional<String> returnUrl) {}

    record Open(long deliveries, long refunds) {}

    record FaultPlan(Optional<Long> seed, List<FaultRule> faults) {}

    record TradeView(
            String tradeNo,
            String outTradeNo,
            String buyer,
            String status,
            long fen,
            boolean paid,
            long paidBackFen,
            List<RefundView> refunds) {

        static TradeView of(Trade trade) {
            return new TradeView(
                    trade.id(),
                    trade.outTradeNo(),
                    trade.buyer(),
                    trade.status().name(),
                    trade.amount().fen(),
                    trade.wasPaid(),
                    trade.paidBack().fen(),
                    trade.refunds().stream().map(RefundView::of).toList());
        }
    }

    record RefundView(String requestNo, long fen, boolean done) {

        static RefundView of(Refund refund) {
            return new RefundView(
                    refund.requestNo(), refund.amount().fen(), refund.done().isPresent());
        }
    }
}
