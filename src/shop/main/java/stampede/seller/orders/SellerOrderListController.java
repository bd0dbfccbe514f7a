package stampede.seller.orders;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.order.Shipment;
import stampede.orderadmin.CarrierFile;
import stampede.orderadmin.ChosenOrders;
import stampede.orderadmin.OrderAddresses;
import stampede.orderadmin.OrderFields;
import stampede.orderadmin.OrderLine;
import stampede.orderadmin.OrderSearchRepository;
import stampede.orderadmin.OrderStage;
import stampede.site.ShopTimes;

/** What the seller who is signed in sold: to ship, on its way, finished, refunds. */
@Controller
class SellerOrderListController {

    private static final ListSpec LIST = OrderFields.ofSellers("/seller/orders", "seller.orders");

    private static final List<String> HEADER =
            List.of("order", "offer", "product", "units", "fen", "status", "recipient", "placed", "carrier", "number");

    private final OrderSearchRepository orders;
    private final OrderAddresses addresses;
    private final CarrierFile carrierFile;
    private final CsvDownload download;
    private final ShopTimes times;
    private final ChosenOrders chosen;

    SellerOrderListController(
            OrderSearchRepository orders,
            OrderAddresses addresses,
            CarrierFile carrierFile,
            CsvDownload download,
            ShopTimes times,
            ChosenOrders chosen) {
        this.orders = orders;
        this.addresses = addresses;
        this.carrierFile = carrierFile;
        this.download = download;
        this.times = times;
        this.chosen = chosen;
    }

    @GetMapping("/seller/orders")
    String list(@CurrentAccount SignedIn seller, HttpServletRequest request, Model model) {
        var query = query(request);
        var page = orders.page(Scope.of(seller), query);
        model.addAttribute("list", new ListView<>(query, page));
        model.addAttribute("stages", OrderStage.values());
        model.addAttribute("stage", query.value("stage").orElse(""));
        model.addAttribute(
                "told",
                page.rows().stream()
                        .filter(row -> addresses.mayLook(seller, row))
                        .map(OrderLine::id)
                        .collect(Collectors.toSet()));
        return "seller/orders";
    }

    /** Without addresses, as the list. */
    @GetMapping("/seller/orders.csv")
    void csv(@CurrentAccount SignedIn seller, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                HEADER,
                (most, line) -> orders.forEach(Scope.of(seller), query, most, row -> line.accept(cells(seller, row))));
    }

    /** For the carrier, with addresses: an act, so that nobody does it by following a link. */
    @PostMapping("/seller/orders/to-ship.csv")
    void toShip(@CurrentAccount SignedIn seller, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        carrierFile.send(seller, query(request), response);
    }

    /** Packing slips of those that were chosen. */
    @PostMapping("/seller/orders/slips")
    ModelAndView slips(@CurrentAccount SignedIn seller, HttpServletRequest request) {
        return chosen.slips(seller, LIST, request);
    }

    /** Where the numbers of their parcels are pasted. */
    @PostMapping("/seller/orders/parcels")
    ModelAndView parcels(@CurrentAccount SignedIn seller, HttpServletRequest request) {
        return chosen.parcels(seller, LIST, request);
    }

    /** Where a reload leads. */
    @GetMapping({"/seller/orders/slips", "/seller/orders/parcels"})
    String back() {
        return "redirect:" + LIST.path();
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }

    private Object[] cells(SignedIn seller, OrderLine row) {
        return new Object[] {
            "order:" + row.id(),
            "offer:" + row.offer(),
            row.product().plain(),
            row.units(),
            row.total().fen(),
            row.status(),
            addresses.mayLook(seller, row) ? row.recipient() : "",
            times.at(row.placedAt()).toOffsetDateTime(),
            row.shipment().map(Shipment::carrier).orElse(""),
            row.shipment().map(Shipment::number).orElse("")
        };
    }
}
