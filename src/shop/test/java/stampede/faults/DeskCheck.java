package stampede.faults;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.faults.DeskAct.Kind;

/**
 * Compares what operators, sellers and shoppers were told about their acts with the rows: what was done is there once, what was refused
 * is not, what nobody answered is there once or not at all; and each sale is what the acts in the audit log make of it.
 */
final class DeskCheck {

    /** A counter that came back from before a stop admits until it is told; each node knows the stop by the catalogue. */
    private static final long CATALOG_KNOWN = TimeUnit.SECONDS.toNanos(5);

    private final JdbcClient sql;
    private final Collection<DeskAct> acts;
    private final List<String> broken = new ArrayList<>();

    DeskCheck(OwnServers servers, Collection<DeskAct> acts) {
        this.sql = JdbcClient.create(servers.dataSource());
        this.acts = acts;
    }

    /**
     * What is not as it should be, in words.
     *
     * @param units of each offer, when it was made
     * @param redisForgot whether Redis lost what it knew, all or the last of it
     */
    List<String> broken(Map<String, Integer> units, List<PurchaseWish> wishes, boolean redisForgot) {
        acts.forEach(this::compare);
        units.forEach(this::compareUnits);
        units.keySet().forEach(this::compareTerms);
        compareOrders(List.copyOf(units.keySet()));
        acts.stream()
                .filter(act -> act.kind() == Kind.STOP && act.isDone())
                .forEach(stop -> nobodyAfter(stop, wishes, redisForgot ? CATALOG_KNOWN : 0));
        return broken;
    }

    private void compare(DeskAct act) {
        var rows = rows(act);
        var refusedInVain = act.isRefused() && rows != 0 && !mayHaveComeLater(act);
        if (rows > 1 || (act.isDone() && rows == 0) || refusedInVain) {
            broken.add(act + " is there " + rows + " times");
        }
    }

    /** Who was told no because money was on its way back may say once more that the parcel has come. */
    private boolean mayHaveComeLater(DeskAct refused) {
        return refused.kind() == Kind.RECEIVE
                && acts.stream()
                        .anyMatch(act -> act.kind() == Kind.RECEIVE
                                && !act.isRefused()
                                && act.who().equals(refused.who())
                                && act.subject().equals(refused.subject()));
    }

    private long rows(DeskAct act) {
        return act.kind() == Kind.RECEIVE
                ? count(
                        "order_event where to_status = 'FINISHED' and who = ? and concat('order:', order_id) = ?",
                        act.who(),
                        act.subject())
                : count(
                        "operator_audit where action = ? and who = ? and subject = ? and detail like ?",
                        act.kind().action,
                        act.who(),
                        act.subject(),
                        "%" + act.mark());
    }

    /** Each change of the total has its row and its movement, and together they are the total. */
    private void compareUnits(String offer, int first) {
        var withdrawn = count("operator_audit where action = 'OFFER_WITHDRAWN' and subject = ?", "offer:" + offer);
        var changes = " operator_audit where action in ('UNITS_ADDED', 'UNITS_TAKEN_OFF') and subject = ?";
        var difference = sql.sql(
                        "select coalesce(sum(cast(value_after as signed) - cast(value_before as signed)), 0) from"
                                + changes)
                .param("offer:" + offer)
                .query(Integer.class)
                .single();
        expect(
                "units of offer " + offer,
                withdrawn > 0 ? 0 : first + difference,
                sql.sql("select total from stock_balance where offer_id = ?")
                        .param(offer)
                        .query(Integer.class)
                        .single());
        expect(
                "movements of offer " + offer,
                withdrawn + count(changes, "offer:" + offer),
                count("stock_movement where kind = 'ADJUST' and offer_id = ?", offer));
    }

    /** The last change of each is what holds. */
    private void compareTerms(String offer) {
        compareLast(offer, "LIMIT_CHANGED", "select limit_per_shopper from stock_balance where offer_id = ?");
        compareLast(
                offer,
                "PRICE_CHANGED",
                "select concat('¥', format(unit_price_fen / 100, 2)) from stock_balance where offer_id = ?");
        compareLast(offer, "LIMIT_CHANGED", "select limit_per_shopper from offer where id = ?");
        compareLast(offer, "PRICE_CHANGED", "select concat('¥', format(price_fen / 100, 2)) from offer where id = ?");
        compareLast(offer, "OFFER_WITHDRAWN", "select state from offer where id = ?");
    }

    private void compareLast(String offer, String action, String now) {
        sql.sql("select value_after from operator_audit where action = ? and subject = ? order by id desc limit 1")
                .param(action)
                .param("offer:" + offer)
                .query(String.class)
                .optional()
                .ifPresent(last -> expect(
                        action + " of offer " + offer,
                        last,
                        sql.sql(now).param(offer).query(String.class).single()));
    }

    private void compareOrders(List<String> offers) {
        var parcels =
                "(select count(*) from operator_audit where action = 'ORDER_SHIPPED' and subject = concat('order:', orders.id))";
        var ofRound = " and offer_id in (" + String.join(",", offers) + ")";
        expect("orders shipped more than once", 0L, count("orders where " + parcels + " > 1" + ofRound));
        expect(
                "shipments that nobody sent",
                0L,
                count("orders join shipment on shipment.order_id = orders.id where " + parcels + " <> 1" + ofRound));
        expect(
                "parcels without a shipment",
                0L,
                count("orders left join shipment on shipment.order_id = orders.id where shipment.order_id is null and "
                        + parcels + " > 0" + ofRound));
        expect(
                "refunds of operators",
                count("operator_audit where action = 'REFUND_GIVEN'"),
                count("refund where reason = 'OPERATOR'"));
    }

    /** Whoever pressed for the first time when the sale was known to be stopped got nothing. */
    private void nobodyAfter(DeskAct stop, List<PurchaseWish> wishes, long after) {
        wishes.stream()
                .filter(PurchaseWish::wasAccepted)
                .filter(wish -> stop.subject().equals("offer:" + wish.offer()))
                .filter(wish -> wish.firstPressAt() - stop.answeredAt() > after)
                .forEach(wish -> broken.add("purchase " + wish.reservation() + " was accepted after " + stop));
    }

    private void expect(String what, Object there, Object is) {
        if (!there.equals(is)) {
            broken.add(what + ": " + is + ", not " + there);
        }
    }

    private long count(String rows, Object... values) {
        return sql.sql("select count(*) from " + rows)
                .params(List.of(values))
                .query(Long.class)
                .single();
    }
}
