package stampede.seller.orders;

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
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.desk.DeskForm;
import stampede.order.OrderId;
import stampede.orderadmin.OrderAddresses;
import stampede.orderadmin.OrderLine;
import stampede.orderadmin.OrderSearchRepository;
import stampede.orderadmin.ParcelForms;
import stampede.shipping.ShippingRefusal;

/** One order of the seller who is signed in. What another sold is not there. */
@Controller
class SellerOrderController {

    private static final String BASE = "/seller/orders";

    private final OrderSearchRepository orders;
    private final OrderAddresses addresses;
    private final ParcelForms parcels;

    SellerOrderController(OrderSearchRepository orders, OrderAddresses addresses, ParcelForms parcels) {
        this.orders = orders;
        this.addresses = addresses;
        this.parcels = parcels;
    }

    /** The order; {@code done} is what was just done to it. */
    @GetMapping(BASE + "/{order}")
    ModelAndView order(@CurrentAccount SignedIn seller, @PathVariable String order, @RequestParam Optional<Deed> done) {
        return page(seller, find(seller, order)).addObject("done", done.orElse(null));
    }

    /** The same with its address. */
    @PostMapping(BASE + "/{order}/address")
    ModelAndView address(@CurrentAccount SignedIn seller, @PathVariable String order) {
        var found = find(seller, order);
        return page(seller, found).addObject("address", look(seller, found, "page"));
    }

    @PostMapping(BASE + "/{order}/shipment")
    ModelAndView ship(@CurrentAccount SignedIn seller, @PathVariable String order, HttpServletRequest request) {
        var found = find(seller, order);
        var form = DeskForm.of(request, ParcelForms.FIELDS);
        return answer(seller, found, form, parcels.ship(seller, found, form), Deed.SHIPPED);
    }

    @PostMapping(BASE + "/{order}/correction")
    ModelAndView correct(@CurrentAccount SignedIn seller, @PathVariable String order, HttpServletRequest request) {
        var found = find(seller, order);
        var form = DeskForm.of(request, ParcelForms.FIELDS);
        var path = path(found.id()) + "/correction";
        return answer(seller, found, form, parcels.correct(seller, found, form, path), Deed.CORRECTED);
    }

    /** Where a reload leads. */
    @GetMapping({BASE + "/{order}/address", BASE + "/{order}/shipment", BASE + "/{order}/correction"})
    String back(@CurrentAccount SignedIn seller, @PathVariable String order) {
        return "redirect:" + path(find(seller, order).id());
    }

    /** What lies in the parcel, to be printed. */
    @GetMapping(BASE + "/{order}/slip")
    ModelAndView slip(@CurrentAccount SignedIn seller, @PathVariable String order) {
        var found = find(seller, order);
        return new ModelAndView(
                "orders/slip", Map.of("order", found, "address", look(seller, found, "slip"), "base", BASE));
    }

    private ModelAndView answer(
            SignedIn seller, OrderLine order, DeskForm form, Optional<ShippingRefusal> refusal, Deed deed) {
        if (form.errors().none() && refusal.isEmpty()) {
            return new ModelAndView("redirect:" + path(order.id()) + "?done=" + deed);
        }
        var page = page(seller, find(seller, order.id().toString())).addObject("form", form);
        refusal.ifPresent(reason -> page.addObject("alert", reason.messageKey() + ".text"));
        page.setStatus(refusal.map(ShippingRefusal::status).orElse(HttpStatus.UNPROCESSABLE_CONTENT));
        return page;
    }

    private ModelAndView page(SignedIn seller, OrderLine order) {
        return new ModelAndView("seller/order")
                .addObject("base", BASE)
                .addObject("order", order)
                .addObject("form", ParcelForms.of(order))
                .addObject("mayLook", addresses.mayLook(seller, order));
    }

    private String look(SignedIn seller, OrderLine order, String on) {
        return addresses.look(seller, order.id(), on).orElseThrow(SellerOrderController::notThere);
    }

    /** What is no number is no order either. */
    private OrderLine find(SignedIn seller, String order) {
        return Optional.of(order)
                .filter(text -> text.matches("[1-9]\\d{0,17}|[1-8]\\d{18}"))
                .flatMap(number -> orders.find(Scope.of(seller), OrderId.of(number)))
                .orElseThrow(SellerOrderController::notThere);
    }

    private static ResponseStatusException notThere() {
        return new ResponseStatusException(HttpStatus.NOT_FOUND);
    }

    private static String path(OrderId order) {
        return BASE + "/" + order;
    }

    /** What a seller did to an order. */
    enum Deed {
        SHIPPED,
        CORRECTED
    }
}
