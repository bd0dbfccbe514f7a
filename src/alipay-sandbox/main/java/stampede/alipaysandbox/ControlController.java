package stampede.alipaysandbox;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The control page: what {@link ControlApi} offers to programs, for people. */
@Controller
class ControlController {

    private static final int MOST_TRADES = 30;

    private final Trades trades;
    private final NotificationSender sender;
    private final Faults faults;

    ControlController(Trades trades, NotificationSender sender, Faults faults) {
        this.trades = trades;
        this.sender = sender;
        this.faults = faults;
    }

    @GetMapping("/")
    String page(@RequestParam(defaultValue = "") String order, Model model) {
        var shown = trades(order.strip());
        var orders = shown.stream().map(Trade::outTradeNo).collect(Collectors.toSet());
        model.addAttribute("order", order.strip());
        model.addAttribute("trades", shown);
        model.addAttribute("deliveries", deliveries(orders::contains));
        model.addAttribute("faults", faults.rules());
        model.addAttribute("kinds", FaultKind.values());
        model.addAttribute("openDeliveries", sender.open());
        model.addAttribute("openRefunds", trades.openRefunds());
        return "control";
    }

    /** The newest, or the order's. */
    private List<Trade> trades(String order) {
        return (order.isEmpty() ? trades.all() : trades.of(order))
                .stream()
                        .sorted(Comparator.comparing(Trade::created).reversed())
                        .limit(MOST_TRADES)
                        .toList();
    }

    private Map<String, List<NotificationDelivery>> deliveries(Predicate<String> orders) {
        return sender.deliveries().stream()
                .filter(delivery -> orders.test(delivery.outTradeNo()))
                .collect(Collectors.groupingBy(NotificationDelivery::outTradeNo));
    }

    @PostMapping("/trades/{tradeNo}/finish")
    String finish(@PathVariable String tradeNo, RedirectAttributes back) {
        return backTo(trades.finish(tradeNo).outTradeNo(), back);
    }

    @PostMapping("/trades/{tradeNo}/close")
    String close(@PathVariable String tradeNo, RedirectAttributes back) {
        return backTo(trades.close("", tradeNo).outTradeNo(), back);
    }

    @PostMapping("/notifications/{id}/send-again")
    String sendAgain(@PathVariable String id, @RequestParam String order, RedirectAttributes back) {
        sender.sendAgain(id);
        return backTo(order, back);
    }

    @PostMapping("/faults")
    String add(
            @RequestParam FaultKind kind,
            @RequestParam Optional<Double> share,
            @RequestParam Optional<Integer> times,
            @RequestParam Optional<String> outTradeNo,
            @RequestParam Optional<Long> waitMs) {
        faults.add(new FaultRule(
                Optional.empty(),
                kind,
                share,
                times,
                outTradeNo.map(String::strip).filter(order -> !order.isEmpty()),
                Optional.empty(),
                waitMs,
                Optional.empty(),
                Optional.empty()));
        return "redirect:/";
    }

    @PostMapping("/faults/{id}/off")
    String off(@PathVariable String id) {
        faults.remove(id);
        return "redirect:/";
    }

    @PostMapping("/faults/off")
    String allOff() {
        faults.clear();
        return "redirect:/";
    }

    private static String backTo(String order, RedirectAttributes back) {
        back.addAttribute("order", order);
        return "redirect:/";
    }
}
