package stampede.console.money;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.payment.OrderMoney;
import stampede.payment.PaymentRefusal;
import stampede.payment.PaymentRefused;
import stampede.payment.PaymentStatus;
import stampede.payment.Payments;
import stampede.payment.Refunds;
import stampede.paymentadmin.PaymentAdmin;

/** All the money of one order, and what an operator can do about it. */
@Controller
class OrderMoneyController {

    private static final int LONGEST_WORDS = 200;

    /** Paid, wherever the goods are by now. */
    private static final Set<OrderStatus> REFUNDABLE =
            EnumSet.of(OrderStatus.PAID, OrderStatus.SHIPPED, OrderStatus.FINISHED);

    private final Orders orders;
    private final Payments payments;
    private final Refunds refunds;
    private final PaymentAdmin desk;
    private final MoneyPageModel pages;

    OrderMoneyController(Orders orders, Payments payments, Refunds refunds, PaymentAdmin desk, MoneyPageModel pages) {
        this.orders = orders;
        this.payments = payments;
        this.refunds = refunds;
        this.desk = desk;
        this.pages = pages;
    }

    /**
     * An order that is none, because it never held units, is shown as well: money may have come for it. {@code done} is what
     * was just done, {@code refused} or {@code no} why that could not be, {@code said} what Alipay said.
     */
    @Needs(Duty.SEE)
    @GetMapping("/console/payments/orders/{id}")
    String order(
            @PathVariable OrderId id,
            @RequestParam Optional<Deed> done,
            @RequestParam Optional<PaymentRefusal> refused,
            @RequestParam Optional<No> no,
            @RequestParam Optional<PaymentStatus> said,
            Model model) {
        pages.frame(model);
        var order = orders.find(id);
        var money = money(id);
        model.addAttribute("id", id);
        model.addAttribute("order", order.orElse(null));
        model.addAttribute("money", money);
        model.addAttribute(
                "canGive",
                order.filter(found -> REFUNDABLE.contains(found.status())).isPresent()
                        && !money.hasOpenRefund()
                        && money.refundable().fen() > 0);
        model.addAttribute(
                "canPutBack",
                order.filter(found -> found.status() == OrderStatus.REFUNDED).isPresent()
                        && !orders.holding(Set.of(id)).isEmpty());
        done.ifPresent(deed -> model.addAttribute("done", deed));
        refused.map(PaymentRefusal::messageKey).ifPresent(key -> model.addAttribute("alert", key + ".text"));
        no.ifPresent(reason -> model.addAttribute("alert", "console.no." + reason));
        said.ifPresent(status -> model.addAttribute("said", status));
        return "console/money";
    }

    /** {@code left} is what the page said could go back: a form that is sent twice finds that it has changed. */
    @Needs(Duty.MONEY)
    @PostMapping("/console/payments/orders/{id}/refunds")
    String give(
            @PathVariable OrderId id,
            @RequestParam String amount,
            @RequestParam(defaultValue = "") String words,
            @RequestParam long left,
            @CurrentAccount SignedIn operator) {
        try {
            refunds.give(operator, id, Money.ofYuan(amount.strip()), new Money(left), cut(words));
            return done(id, Deed.GIVEN);
        } catch (PaymentRefused refusal) {
            return refused(id, refusal.reason());
        } catch (IllegalArgumentException noAmount) {
            return refused(id, PaymentRefusal.BAD_REFUND_AMOUNT);
        }
    }

    @Needs(Duty.MONEY)
    @PostMapping("/console/payments/orders/{id}/units")
    String putUnitsBack(@PathVariable OrderId id, @CurrentAccount SignedIn operator) {
        try {
            refunds.putUnitsBack(operator, id);
            return done(id, Deed.UNITS_BACK);
        } catch (PaymentRefused refusal) {
            return page(id) + "?no=" + No.UNITS_NOT_BACK;
        }
    }

    @Needs(Duty.MONEY)
    @PostMapping("/console/payments/orders/{id}/question")
    String ask(@PathVariable OrderId id, @CurrentAccount SignedIn operator) {
        return page(id) + "?said=" + desk.askAlipay(operator, id);
    }

    /** What an operator says, as long as it may be. */
    static String cut(String words) {
        return words.length() > LONGEST_WORDS ? words.substring(0, LONGEST_WORDS) : words;
    }

    private OrderMoney money(OrderId id) {
        return payments.money(List.of(id)).getOrDefault(id, OrderMoney.NONE);
    }

    private static String done(OrderId id, Deed deed) {
        return page(id) + "?done=" + deed;
    }

    private static String refused(OrderId id, PaymentRefusal reason) {
        return page(id) + "?refused=" + reason;
    }

    private static String page(OrderId id) {
        return "redirect:/console/payments/orders/" + id;
    }

    /** What an operator did to an order's money. */
    enum Deed {
        GIVEN,
        UNITS_BACK
    }

    /** Why it could not be, beside what refunds themselves refuse. */
    enum No {
        /** The order is not refunded, or its units went back before. */
        UNITS_NOT_BACK
    }
}
