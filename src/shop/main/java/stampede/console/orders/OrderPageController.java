package stampede.console.orders;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.desk.DeskForm;
import stampede.order.OrderId;
import stampede.orderadmin.OrderAddresses;
import stampede.orderadmin.ParcelForms;
import stampede.shipping.ShippingRefusal;
import stampede.staff.DutyRequired;

/** Everything about one order, its parcel, and where it goes. */
@Controller
class OrderPageController {

    private final OrderPageReader pages;
    private final OrderAddresses addresses;
    private final ParcelForms parcels;

    OrderPageController(OrderPageReader pages, OrderAddresses addresses, ParcelForms parcels) {
        this.pages = pages;
        this.addresses = addresses;
        this.parcels = parcels;
    }

    /** The order; {@code done} is what was just done to it. */
    @Needs(Duty.SEE)
    @GetMapping("/console/orders/{id}")
    ModelAndView order(
            @PathVariable OrderId id, @RequestParam Optional<OrderDeed> done, @CurrentAccount SignedIn operator) {
        return pages.show(operator, pages.find(id)).addObject("done", done.orElse(null));
    }

    /** The same with its address. */
    @Needs(Duty.SEE)
    @PostMapping("/console/orders/{id}/address")
    ModelAndView address(@PathVariable OrderId id, @CurrentAccount SignedIn operator) {
        var order = pages.find(id);
        if (!addresses.mayLook(operator, order)) {
            throw new DutyRequired(Duty.RUN);
        }
        return pages.show(operator, order)
                .addObject("address", addresses.look(operator, id, "page").orElseThrow());
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/orders/{id}/shipment")
    ModelAndView ship(@PathVariable OrderId id, @CurrentAccount SignedIn operator, HttpServletRequest request) {
        var order = pages.find(id);
        var form = DeskForm.of(request, ParcelForms.FIELDS);
        return answer(operator, id, form, parcels.ship(operator, order, form), OrderDeed.SHIPPED);
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/orders/{id}/correction")
    ModelAndView correct(@PathVariable OrderId id, @CurrentAccount SignedIn operator, HttpServletRequest request) {
        var order = pages.find(id);
        var form = DeskForm.of(request, ParcelForms.FIELDS);
        var path = OrderPageReader.path(id) + "/correction";
        return answer(operator, id, form, parcels.correct(operator, order, form, path), OrderDeed.CORRECTED);
    }

    /** Where a reload leads. */
    @Needs(Duty.SEE)
    @GetMapping({"/console/orders/{id}/address", "/console/orders/{id}/shipment", "/console/orders/{id}/correction"})
    String back(@PathVariable OrderId id) {
        return "redirect:" + OrderPageReader.path(id);
    }

    /** What lies in the parcel, to be printed. */
    @Needs(Duty.RUN)
    @GetMapping("/console/orders/{id}/slip")
    ModelAndView slip(@PathVariable OrderId id, @CurrentAccount SignedIn operator) {
        var order = pages.find(id);
        var address = addresses
                .look(operator, id, "slip")
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        return new ModelAndView("orders/slip", Map.of("order", order, "address", address, "base", "/console/orders"));
    }

    /** The page of the order, or once more with what was typed in and why it could not be. */
    private ModelAndView answer(
            SignedIn operator, OrderId id, DeskForm form, Optional<ShippingRefusal> refusal, OrderDeed deed) {
        if (form.errors().none() && refusal.isEmpty()) {
            return new ModelAndView("redirect:" + OrderPageReader.path(id) + "?done=" + deed);
        }
        var page = pages.show(operator, pages.find(id)).addObject("form", form);
        refusal.ifPresent(reason -> page.addObject("alert", reason.messageKey() + ".text"));
        page.setStatus(refusal.map(ShippingRefusal::status).orElse(HttpStatus.UNPROCESSABLE_CONTENT));
        return page;
    }
}
