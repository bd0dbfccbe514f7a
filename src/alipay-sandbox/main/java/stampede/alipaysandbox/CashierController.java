package stampede.alipaysandbox;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page on which the buyer pays. */
@Controller
@RequestMapping("/cashier/{id}")
class CashierController {

    static final String FIRST_BUYER = "buyer1";

    private final Trades trades;
    private final ReturnAddress returnAddress;
    private final SandboxProperties properties;
    private final Clock clock;

    CashierController(Trades trades, ReturnAddress returnAddress, SandboxProperties properties, Clock clock) {
        this.trades = trades;
        this.returnAddress = returnAddress;
        this.properties = properties;
        this.clock = clock;
    }

    @GetMapping
    String page(@PathVariable String id, Model model) {
        var checkout = checkout(id);
        model.addAttribute("till", till(checkout));
        model.addAttribute("seller", properties.sellerId());
        return "cashier";
    }

    /** Also what scanning the code does: the trade begins, and waits for the money. */
    @PostMapping("/sign-in")
    ResponseEntity<Void> signIn(@PathVariable String id) {
        trades.open(checkout(id), FIRST_BUYER);
        return seeOther("/cashier/" + id);
    }

    @PostMapping("/pay")
    ResponseEntity<Void> pay(@PathVariable String id, @RequestParam(defaultValue = FIRST_BUYER) String buyer) {
        var paid = trades.pay(checkout(id), buyer);
        return seeOther(returnAddress.after(paid).orElse("/cashier/" + id));
    }

    /** Not a view name: the shop's address may hold anything. */
    private static ResponseEntity<Void> seeOther(String address) {
        return ResponseEntity.status(HttpStatus.SEE_OTHER)
                .location(URI.create(address))
                .build();
    }

    private SandboxCheckout checkout(String id) {
        return trades.checkout(id)
                .orElseThrow(
                        () -> GatewayRefused.business("ACQ.TRADE_NOT_EXIST", "没有这个订单 / there is no such checkout"));
    }

    private Till till(SandboxCheckout checkout) {
        var now = clock.instant();
        var all = trades.of(checkout.outTradeNo());
        var left = Duration.between(now, checkout.expires());
        var closed = all.stream().anyMatch(trade -> trade.status() == Trade.Status.TRADE_CLOSED);
        var paid = all.stream()
                .filter(Trade::wasPaid)
                .min(Comparator.comparing(trade -> trade.paid().orElse(now)));
        return new Till(
                checkout,
                paid,
                all.stream().filter(Trade::waits).findFirst(),
                !closed && !left.isNegative() && !left.isZero(),
                Math.max(0, left.toMillis()),
                SandboxTimeFormat.text(checkout.expires()),
                "buyer" + (all.size() + 1),
                paid.flatMap(returnAddress::after).or(() -> returnAddress.unpaid(checkout)));
    }

    /**
     * How things stand at the cashier.
     *
     * @param paid the trade that was paid first
     * @param waiting one that a buyer signed in to
     * @param open whether money is taken
     * @param leftMillis how much time there is to pay
     * @param another the name of a buyer who was not here yet
     * @param onward to the shop
     */
    record Till(
            SandboxCheckout checkout,
            Optional<Trade> paid,
            Optional<Trade> waiting,
            boolean open,
            long leftMillis,
            String expires,
            String another,
            Optional<String> onward) {

        /** For browsers without JavaScript: when to look again. */
        public long leftSeconds() {
            return leftMillis / 1_000 + 1;
        }
    }
}
