package stampede.console.orders;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.order.Shipment;
import stampede.orderadmin.CarrierFile;
import stampede.orderadmin.ChosenOrders;
import stampede.orderadmin.OrderFields;
import stampede.orderadmin.OrderLine;
import stampede.orderadmin.OrderSearchRepository;
import stampede.site.ShopTimes;

/** All orders, by whatever somebody knows of one. */
@Controller
class OrderListController {

    private static final ListSpec LIST = OrderFields.ofOperators("/console/orders", "console.orders");
    private static final Scope ALL = new Scope.All();

    private static final List<String> HEADER = List.of(
            "order", "offer", "product", "units", "fen", "status", "shopper", "seller", "placed", "paid", "carrier",
            "number");

    private final OrderSearchRepository orders;
    private final CarrierFile carrierFile;
    private final CsvDownload download;
    private final ShopTimes times;
    private final ChosenOrders chosen;

    OrderListController(
            OrderSearchRepository orders,
            CarrierFile carrierFile,
            CsvDownload download,
            ShopTimes times,
            ChosenOrders chosen) {
        this.orders = orders;
        this.chosen = chosen;
        this.carrierFile = carrierFile;
        this.download = download;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/orders")
    String list(HttpServletRequest request, Model model) {
        var query = query(request);
        model.addAttribute("list", new ListView<>(query, orders.page(ALL, query)));
        return "console/orders";
    }

    /** Without addresses, which only those get who send. Numbers carry a word before them: a spreadsheet would round nineteen digits. */
    @Needs(Duty.SEE)
    @GetMapping("/console/orders.csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                HEADER,
                (most, line) -> orders.forEach(ALL, query, most, row -> line.accept(cells(row))));
    }

    /** For the carrier, with addresses: an act, so that nobody does it by following a link. */
    @Needs(Duty.RUN)
    @PostMapping("/console/orders/to-ship.csv")
    void toShip(@CurrentAccount SignedIn operator, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        carrierFile.send(operator, query(request), response);
    }

    /** Packing slips of those that were chosen. */
    @Needs(Duty.RUN)
    @PostMapping("/console/orders/slips")
    ModelAndView slips(@CurrentAccount SignedIn operator, HttpServletRequest request) {
        return chosen.slips(operator, LIST, request);
    }

    /** Where the numbers of their parcels are pasted. */
    @Needs(Duty.RUN)
    @PostMapping("/console/orders/parcels")
    ModelAndView parcels(@CurrentAccount SignedIn operator, HttpServletRequest request) {
        return chosen.parcels(operator, LIST, request);
    }

    /** Where a reload leads. */
    @Needs(Duty.SEE)
    @GetMapping({"/console/orders/slips", "/console/orders/parcels"})
    String back() {
        return "redirect:" + LIST.path();
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }

    private Object[] cells(OrderLine row) {
        return new Object[] {
            "order:" + row.id(),
            "offer:" + row.offer(),
            row.product().plain(),
            row.units(),
            row.total().fen(),
            row.status(),
            row.shopperName(),
            row.sellerName(),
            cell(Optional.of(row.placedAt())),
            cell(row.paidAt()),
            row.shipment().map(Shipment::carrier).orElse(""),
            row.shipment().map(Shipment::number).orElse("")
        };
    }

    private String cell(Optional<Instant> at) {
        return at.map(moment -> times.at(moment).toOffsetDateTime().toString()).orElse("");
    }
}
