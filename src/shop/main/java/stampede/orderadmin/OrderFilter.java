package stampede.orderadmin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.ids.Ids;
import stampede.listing.ListQuery;
import stampede.listing.ListSql;

/** Turns a query into rows of {@code orders}, and of those of past sales beside them, each time so that an index has them in the list's order, or that they are few. */
@Component
class OrderFilter {

    static final String TABLES = """
             %s
              left join offer on offer.id = orders.offer_id
              left join product on product.id = offer.product_id
              left join slot on slot.id = offer.slot_id
              left join account shopper on shopper.id = orders.shopper_id
              left join account seller on seller.id = product.seller_id
              left join shipment on shipment.order_id = orders.id
            """;

    static final String OF_SELLER =
            "product.seller_id = :seller and orders.status in ('PAID', 'SHIPPED', 'FINISHED', 'REFUNDING', 'REFUNDED')";

    private static final Set<String> ENDED = Set.of("FINISHED", "CLOSED", "REFUNDED");

    /** A reservation becomes an order within minutes or never does. */
    private static final Duration LONGEST_PLACING = Duration.ofHours(1);

    /** Money of an order comes within minutes or hours. What comes later than this finds the order closed, and is late. */
    private static final Duration LONGEST_PAYING = Duration.ofDays(7);

    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(10);

    /** Up to so many offers are read one by one, each in order by its index. */
    private static final int MOST_OFFERS_APART = 30;

    private final OrderKeyRepository keys;

    OrderFilter(OrderKeyRepository keys) {
        this.keys = keys;
    }

    /** Sellers find what they sold and what was paid; nobody finds what was never an order. */
    ListSql of(String columns, Scope scope, ListQuery query) {
        var number = query.value(OrderFields.NUMBER).map(keys::orders);
        var shopper = query.value(OrderFields.SHOPPER).map(keys::shopper);
        var isOfFew = number.isPresent() || shopper.isPresent();
        var offers = offers(scope, query);
        var apart = offers.filter(found -> !isOfFew && found.size() <= MOST_OFFERS_APART);
        var statuses = isOfFew || offers.isPresent() || isByAmount(query)
                ? List.<String>of()
                : query.choices(OrderFields.STATUS);
        var hint = hint(apart.isPresent(), !statuses.isEmpty());
        var list = ListSql.of(columns, TABLES.formatted("orders " + hint));
        if (mayBePast(query)) {
            list.beside(TABLES.formatted("past_orders orders " + hint));
        }
        apart.ifPresent(found -> found.forEach(offer -> readApart(list, offer)));
        if (statuses.size() > 1) {
            statuses.forEach(status -> list.leg("orders.status = :" + status, Map.of(status, status)));
        }
        list.where("orders." + OfferId.IS_REAL);
        number.ifPresent(found -> list.where("orders.id in (:numbers)", "numbers", orNone(found)));
        shopper.ifPresent(found -> list.where("orders.shopper_id = :shopper", "shopper", found));
        offers.filter(found -> found.size() <= OrderKeyRepository.MOST_OFFERS)
                .ifPresentOrElse(
                        found -> list.where("orders.offer_id in (:offers)", "offers", orNone(found)),
                        () -> whatIsSold(list, query));
        scope.only().ifPresent(seller -> list.where(OF_SELLER, "seller", seller.value()));
        standing(list, query);
        times(list, query);
        query.value(OrderFields.REFUND)
                .map(RefundStanding::valueOf)
                .ifPresent(refund -> list.where(refund.condition()));
        query.amount("amount-from").ifPresent(fen -> list.where("orders.total_fen >= :least", "least", fen));
        query.amount("amount-to").ifPresent(fen -> list.where("orders.total_fen <= :most", "most", fen));
        return list;
    }

    /** Orders that have not ended are not looked for among those of past sales, where every one would be read in vain. */
    private static boolean mayBePast(ListQuery query) {
        var statuses = query.choices(OrderFields.STATUS);
        return (statuses.isEmpty() || statuses.stream().anyMatch(ENDED::contains))
                && query.value(OrderFields.STAGE)
                        .map(OrderStage::valueOf)
                        .map(OrderStage::isEnd)
                        .orElse(true);
    }

    /** The offers that are meant; empty if all are. */
    private Optional<List<Long>> offers(Scope scope, ListQuery query) {
        var product = query.value(OrderFields.PRODUCT);
        var slot = query.moment(OrderFields.SLOT);
        return product.isEmpty() && slot.isEmpty() && scope.only().isEmpty()
                ? Optional.empty()
                : Optional.of(keys.offers(scope, product, slot));
    }

    private static String hint(boolean byOffer, boolean byStatus) {
        return byOffer ? "force index (orders_holding)" : byStatus ? "force index (orders_of_status)" : "";
    }

    private static boolean isByAmount(ListQuery query) {
        return query.amount("amount-from").or(() -> query.amount("amount-to")).isPresent();
    }

    /** The index has orders that hold units apart from those that do not. */
    private static void readApart(ListSql list, long offer) {
        for (var holds = 0; holds <= 1; holds++) {
            list.leg(
                    "orders.offer_id = :offer" + offer + " and orders.holds_units = " + holds,
                    Map.of("offer" + offer, offer));
        }
    }

    /** More offers than can be named. */
    private static void whatIsSold(ListSql list, ListQuery query) {
        query.value(OrderFields.PRODUCT)
                .ifPresent(text -> list.where(OrderKeyRepository.PRODUCT, OrderKeyRepository.product(text)));
        query.moment(OrderFields.SLOT)
                .ifPresent(opens -> list.where(OrderKeyRepository.SLOT, "slot", opens.toEpochMilli()));
    }

    private static void standing(ListSql list, ListQuery query) {
        var statuses = query.choices(OrderFields.STATUS);
        if (statuses.isEmpty()) {
            list.where("orders.status not in ('REJECTED', 'ABANDONED')");
        } else {
            list.where("orders.status in (:statuses)", "statuses", statuses);
        }
        query.value(OrderFields.STAGE).map(OrderStage::valueOf).ifPresent(stage -> list.where(stage.condition()));
    }

    private void times(ListSql list, ListQuery query) {
        query.moment("from").ifPresent(from -> {
            list.where("orders.placed_at_ms >= :from", "from", from.toEpochMilli());
            list.where("orders.id >= :fromId", "fromId", firstAt(from.minus(LONGEST_PLACING)));
        });
        query.moment("to").ifPresent(to -> {
            list.where("orders.placed_at_ms < :to", "to", to.toEpochMilli());
            list.where("orders.id < :toId", "toId", firstAt(to.plus(CLOCKS_DIFFER)));
        });
        query.moment("paid-from").ifPresent(from -> {
            list.where("orders.paid_at_ms >= :paidFrom", "paidFrom", from.toEpochMilli());
            paidSince(list, from, query.moment("paid-to"));
        });
        query.moment("paid-to").ifPresent(to -> {
            list.where("orders.paid_at_ms < :paidTo", "paidTo", to.toEpochMilli());
            list.where("orders.id < :paidToId", "paidToId", firstAt(to.plus(CLOCKS_DIFFER)));
        });
    }

    /** Few orders are older than that and were paid all the same, too late: they are named one by one. */
    private void paidSince(ListSql list, Instant from, Optional<Instant> to) {
        var first = firstAt(from.minus(LONGEST_PAYING));
        var late = keys.paidLate(from.minus(CLOCKS_DIFFER), to.map(end -> end.plus(CLOCKS_DIFFER)), first);
        if (late.isEmpty()) {
            list.where("orders.id >= :paidFromId", "paidFromId", first);
        } else {
            list.where("orders.id >= :paidFromId or orders.id in (:late)", Map.of("paidFromId", first, "late", late));
        }
    }

    private static long firstAt(Instant at) {
        return Ids.firstOf(at.toEpochMilli());
    }

    private static List<Long> orNone(List<Long> ids) {
        return ids.isEmpty() ? List.of(0L) : ids;
    }
}
