package stampede.orderadmin;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.desk.Selection;
import stampede.desk.TooManyChosen;
import stampede.listing.ListSpec;
import stampede.order.OrderId;
import stampede.site.ShopTimes;

/** What is done to many orders at once: to those that were chosen in a list, or to all that matched when it was drawn. */
@Component
public class ChosenOrders {

    /** More are neither printed nor typed in at once. */
    static final int MOST = 200;

    private final OrderSearchRepository orders;
    private final OrderAddresses addresses;
    private final ShopTimes times;

    ChosenOrders(OrderSearchRepository orders, OrderAddresses addresses, ShopTimes times) {
        this.orders = orders;
        this.addresses = addresses;
        this.times = times;
    }

    /**
     * Packing slips to be printed, a sheet each. Each address that is told is written down.
     *
     * @param list that was looked at
     * @throws stampede.desk.FilterLost if the form does not say which are meant
     * @throws TooManyChosen if they are more than 200
     */
    public ModelAndView slips(SignedIn by, ListSpec list, HttpServletRequest request) {
        var chosen = read(by, list, request);
        var slips = addresses.look(by, chosen, "slip");
        return new ModelAndView("orders/slips")
                .addObject("base", list.path())
                .addObject("slips", slips)
                .addObject("left", chosen.size() - slips.size());
    }

    /**
     * The rows of an import of shipments with the numbers of those that are to be sent, and where they go, so that the carrier's numbers
     * can be put beside them. Each address that is told is written down. Throws the same.
     */
    public ModelAndView parcels(SignedIn by, ListSpec list, HttpServletRequest request) {
        var chosen = read(by, list, request);
        var toShip =
                addresses.look(by, chosen.stream().filter(OrderLine::isToShip).toList(), "parcels");
        return new ModelAndView("orders/parcels")
                .addObject("base", list.path())
                .addObject("imports", list.path().replace("/orders", "/imports"))
                .addObject("slips", toShip)
                .addObject("left", chosen.size() - toShip.size())
                .addObject(
                        "text",
                        toShip.stream()
                                .map(slip -> "order:" + slip.order().id() + ",,\n")
                                .collect(Collectors.joining("", "order,carrier,number\n", "")));
    }

    /** Whoever came after the page was drawn is not meant. */
    private List<OrderLine> read(SignedIn by, ListSpec list, HttpServletRequest request) {
        var selection = Selection.of(request);
        if (selection.ids().size() > MOST) {
            throw new TooManyChosen(MOST);
        }
        var scope = Scope.of(by);
        var found = new ArrayList<OrderLine>();
        if (selection.all().isPresent()) {
            var all = selection.all().get();
            var wasAll = orders.forEach(scope, all.query(list, times.zone()), 2 * MOST, order -> {
                if (!order.placedAt().isAfter(all.moment())) {
                    found.add(order);
                }
            });
            if (!wasAll || found.size() > MOST) {
                throw new TooManyChosen(MOST);
            }
        } else {
            selection.ids().forEach(id -> orders.find(scope, new OrderId(id)).ifPresent(found::add));
        }
        return found;
    }
}
