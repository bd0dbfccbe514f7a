package stampede.console.orders;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.desk.Confirm;
import stampede.desk.Confirmations;
import stampede.order.OrderId;
import stampede.orderadmin.OrderClosing;
import stampede.orderadmin.OrderLine;
import stampede.payment.PaymentRefused;
import stampede.payment.Refunds;

/** What cannot be taken back of an order: each act is asked about on a page of its own and needs a reason. */
@Controller
class OrderActController {

    private final OrderPageReader pages;
    private final OrderClosing closing;
    private final Refunds refunds;
    private final Confirmations confirmations;

    OrderActController(OrderPageReader pages, OrderClosing closing, Refunds refunds, Confirmations confirmations) {
        this.pages = pages;
        this.closing = closing;
        this.refunds = refunds;
        this.confirmations = confirmations;
    }

    @Needs(Duty.MONEY)
    @GetMapping("/console/orders/{id}/closing")
    ModelAndView askToClose(@PathVariable OrderId id, @CurrentAccount SignedIn operator) {
        var order = pages.find(id);
        return order.awaitsPayment()
                ? confirmations.ask(close(operator, order))
                : refused(operator, order, "order.refusal.NOT_CANCELLABLE.text");
    }

    @Needs(Duty.MONEY)
    @PostMapping("/console/orders/{id}/closing")
    ModelAndView close(@PathVariable OrderId id, @CurrentAccount SignedIn operator, HttpServletRequest request) {
        var order = pages.find(id);
        if (!order.awaitsPayment()) {
            return refused(operator, order, "order.refusal.NOT_CANCELLABLE.text");
        }
        var answer = confirmations.read(close(operator, order), request);
        if (!answer.isYes()) {
            return answer.again().orElseThrow();
        }
        return closing.close(operator, id, answer.reason())
                ? done(id, OrderDeed.CLOSED)
                : refused(operator, pages.find(id), "order.refusal.NOT_CANCELLABLE.text");
    }

    @Needs(Duty.MONEY)
    @GetMapping("/console/orders/{id}/refund")
    ModelAndView askToGive(@PathVariable OrderId id, @CurrentAccount SignedIn operator) {
        var order = pages.find(id);
        return pages.canGive(order)
                ? confirmations.ask(give(operator, order))
                : refused(operator, order, "payment.refusal.NOT_REFUNDABLE.text");
    }

    /** All that is left of what was paid; parts of it are given on the page of its money. */
    @Needs(Duty.MONEY)
    @PostMapping("/console/orders/{id}/refund")
    ModelAndView give(@PathVariable OrderId id, @CurrentAccount SignedIn operator, HttpServletRequest request) {
        var order = pages.find(id);
        if (!pages.canGive(order)) {
            return refused(operator, order, "payment.refusal.NOT_REFUNDABLE.text");
        }
        var left = pages.money(id).refundable();
        var answer = confirmations.read(give(operator, order), request);
        if (!answer.isYes()) {
            return answer.again().orElseThrow();
        }
        try {
            refunds.give(operator, id, left, answer.reason());
            return done(id, OrderDeed.GIVEN);
        } catch (PaymentRefused refusal) {
            return refused(operator, pages.find(id), refusal.reason().messageKey() + ".text");
        }
    }

    private static Confirmations.Question close(SignedIn operator, OrderLine order) {
        return question(
                operator,
                order,
                "closing",
                "console.order.closing",
                List.of(new Confirm.Figure("units", order.units())));
    }

    /** An amount that changed is another act: a figure may differ a little, money may not. */
    private Confirmations.Question give(SignedIn operator, OrderLine order) {
        var left = pages.money(order.id()).refundable();
        return question(operator, order, "refund", "console.order.refund", List.of(Confirm.Figure.of("amount", left)));
    }

    private static Confirmations.Question question(
            SignedIn operator, OrderLine order, String act, String words, List<Confirm.Figure> figures) {
        var path = OrderPageReader.path(order.id());
        var exactly =
                figures.stream().map(figure -> Long.toString(figure.value())).toList();
        return new Confirmations.Question(
                operator.who() + " " + act + " order:" + order.id() + " " + order.status() + " " + exactly,
                path + "/" + act,
                path,
                words,
                figures,
                "");
    }

    private ModelAndView refused(SignedIn operator, OrderLine order, String message) {
        var page = pages.show(operator, order).addObject("alert", message);
        page.setStatus(HttpStatus.CONFLICT);
        return page;
    }

    private static ModelAndView done(OrderId id, OrderDeed deed) {
        return new ModelAndView("redirect:" + OrderPageReader.path(id) + "?done=" + deed);
    }
}
