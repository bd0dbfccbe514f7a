package stampede.seller;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import stampede.account.Scope;
import stampede.desk.TimedReader;
import stampede.draft.OfferSearchRepository;
import stampede.draft.OfferStanding;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.orderadmin.OrderFields;
import stampede.orderadmin.OrderSearchRepository;
import stampede.orderadmin.OrderStage;
import stampede.site.ShopTimes;

/** What a seller has to do, and what they have on sale: each figure counts what the list behind it lists, by the same query. */
@Component
class SellerFigures {

    private static final String ORDERS = "/seller/orders";
    private static final String OFFERS = "/seller/offers";
    private static final ListSpec LIST = OrderFields.ofSellers(ORDERS, "seller.orders");

    private final OrderSearchRepository orders;
    private final OfferSearchRepository offers;
    private final TimedReader reader;
    private final ShopTimes times;

    SellerFigures(OrderSearchRepository orders, OfferSearchRepository offers, TimedReader reader, ShopTimes times) {
        this.orders = orders;
        this.offers = offers;
        this.reader = reader;
        this.times = times;
    }

    /** All are asked at the same time; what does not answer is told as that. */
    List<SellerFigure> of(Scope seller) {
        return List.of(
                        orders("to-ship", OrderStage.TO_SHIP, seller),
                        orders("refunds-asked", OrderStage.REFUND_ASKED, seller),
                        offers("drafts", OfferStanding.DRAFT, true, seller),
                        offers("pending", OfferStanding.PENDING, false, seller),
                        offers("running", OfferStanding.OPEN, false, seller),
                        offers("upcoming", OfferStanding.UPCOMING, false, seller))
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    private CompletableFuture<SellerFigure> orders(String name, OrderStage stage, Scope seller) {
        var query = ListQuery.of(LIST, Map.of("stage", new String[] {stage.name()}), times.zone());
        return figure(name, ORDERS + "?stage=" + stage, true, () -> orders.count(seller, query));
    }

    private CompletableFuture<SellerFigure> offers(String name, OfferStanding standing, boolean isWork, Scope seller) {
        return figure(name, OFFERS + "?state=" + standing, isWork, () -> offers.count(standing, seller));
    }

    private CompletableFuture<SellerFigure> figure(
            String name, String path, boolean isWork, Supplier<ListPage.Count> count) {
        return reader.read(count)
                .thenApply(found -> new SellerFigure(name, path, isWork, found.filter(SellerFigures::isCounted)));
    }

    /** A count that took too long is none. */
    private static boolean isCounted(ListPage.Count count) {
        return count.number() > 0 || !count.more();
    }
}
