package stampede.draft;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.listing.ListField;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.listing.ListSql;
import stampede.money.Money;

/**
 * Finds offers, or drafts of them where the state asks for those: a list is read from one table. A query may have {@code text}, with which
 * the product's name begins or which is the number, {@code seller}, a username, {@code state}, an {@link OfferStanding}, and
 * {@code from} and {@code to}, between which the window opens. Sorted by {@code o.id}. What is out of a seller's scope is not there.
 */
@Component
public class OfferSearchRepository {

    private static final String OFFER_COLUMNS =
            "o.id, o.state, product.name, product.sku, account.username, coalesce(o.opens_ms, slot.opens_ms) as opens_ms,"
                    + " coalesce(o.closes_ms, slot.closes_ms) as closes_ms, o.price_fen, o.allotment as units,"
                    + " coalesce(stock_balance.available, o.allotment) as units_left, o.limit_per_shopper, o.limit_per_address";

    private static final String OFFERS = "offer o join product on product.id = o.product_id join slot on slot.id ="
            + " o.slot_id left join account on account.id = product.seller_id left join stock_balance on"
            + " stock_balance.offer_id = o.id";

    private static final String DRAFT_COLUMNS =
            "o.id, o.state, product.name, product.sku, account.username, o.opens_ms,"
                    + " o.closes_ms, o.price_fen, o.units, o.units as units_left, o.limit_per_shopper, o.limit_per_address";

    private static final String DRAFTS = "offer_draft o join product on product.id = o.product_id"
            + " left join account on account.id = o.seller_id";

    private static final ListSpec NEWEST = new ListSpec(
            "",
            "",
            List.of(ListField.choice("state", "", OfferStanding.values())),
            List.of(ListSort.by("made", "o.id")));

    private static final ListSpec BY_OPENING =
            new ListSpec("", "", List.of(), List.of(ListSort.by("opens", "slot.opens_ms", "o.id")));

    private static final ListSpec BY_END =
            new ListSpec("", "", List.of(), List.of(ListSort.by("closes", "slot.closes_ms", "o.id")));

    private final ListRepository lists;
    private final JdbcClient sql;
    private final Clock clock;

    OfferSearchRepository(ListRepository lists, JdbcClient sql, Clock clock) {
        this.lists = lists;
        this.sql = sql;
        this.clock = clock;
    }

    public ListPage<OfferLine> page(ListQuery query, Scope scope) {
        return lists.page(chosen(query, scope), query, OfferSearchRepository::line);
    }

    /** As {@link ListRepository#forEach}. */
    public boolean forEach(ListQuery query, Scope scope, int most, Consumer<OfferLine> row) {
        return lists.forEach(chosen(query, scope), query, OfferSearchRepository::line, most, row);
    }

    /** How many a list of this standing has. */
    public ListPage.Count count(OfferStanding standing, Scope scope) {
        return lists.count(chosen(newest(Optional.of(standing)), scope));
    }

    /** Those of this standing, or all that are or were published; newest first, at most so many below a number. */
    public List<OfferLine> newest(Scope scope, Optional<OfferStanding> standing, long below, int most) {
        var parameters = parameters(standing);
        parameters.put("after", new String[] {Long.toString(below)});
        parameters.put("size", new String[] {Integer.toString(most)});
        return page(ListQuery.of(NEWEST, parameters, ZoneOffset.UTC), scope).rows();
    }

    /** Those that are on sale now, those that end first in front; or those that open next. */
    public List<OfferLine> next(OfferStanding standing, Scope scope, int most) {
        var list = chosen(newest(Optional.of(standing)), scope);
        var sort = standing == OfferStanding.OPEN ? BY_END : BY_OPENING;
        var query = new ListQuery(
                sort,
                Map.of(),
                sort.sorts().get(0),
                true,
                new ListQuery.Page(Optional.empty(), Optional.empty(), most, 1),
                List.of(),
                ZoneOffset.UTC);
        var found = new ArrayList<OfferLine>();
        lists.forEach(list, query, OfferSearchRepository::line, most, found::add);
        return found;
    }

    private static ListQuery newest(Optional<OfferStanding> standing) {
        return ListQuery.of(NEWEST, parameters(standing), ZoneOffset.UTC);
    }

    private static Map<String, String[]> parameters(Optional<OfferStanding> standing) {
        var parameters = new HashMap<String, String[]>();
        standing.ifPresent(state -> parameters.put("state", new String[] {state.name()}));
        return parameters;
    }

    /** An offer that is or was published. */
    public Optional<OfferLine> find(OfferId offer, Scope scope) {
        return sql.sql("select " + OFFER_COLUMNS + " from " + OFFERS
                        + " where o.id = :id and o.kind = 'GOODS' and (:seller = 0 or product.seller_id = :seller)")
                .param("id", offer.value())
                .param("seller", DraftColumns.seller(scope))
                .query(OfferSearchRepository::line)
                .optional();
    }

    private ListSql chosen(ListQuery query, Scope scope) {
        var state = query.value("state").map(OfferStanding::valueOf);
        var list = state.filter(OfferStanding::isDraft)
                .map(draft -> ListSql.of(DRAFT_COLUMNS, DRAFTS).where("o.state = :state", "state", draft.name()))
                .orElseGet(() -> offers(state));
        scope.only()
                .map(AccountId::value)
                .ifPresent(seller -> list.where("product.seller_id = :scope", "scope", seller));
        query.value("seller").ifPresent(name -> list.where("account.username = :seller", "seller", name));
        query.value("text")
                .ifPresent(text -> list.where(
                        "product.name like :text or o.id = :number",
                        Map.of("text", ListSql.beginning(text), "number", number(text))));
        var opens = state.filter(OfferStanding::isDraft).isPresent() ? "o.opens_ms" : "slot.opens_ms";
        query.moment("from").ifPresent(from -> list.where(opens + " >= :from", "from", from.toEpochMilli()));
        query.moment("to").ifPresent(to -> list.where(opens + " < :to", "to", to.toEpochMilli()));
        return list;
    }

    private ListSql offers(Optional<OfferStanding> state) {
        var list = ListSql.of(OFFER_COLUMNS, OFFERS).where("o.kind = 'GOODS'");
        state.ifPresent(standing -> {
            list.where(
                    "o.state = :state",
                    "state",
                    (standing == OfferStanding.WITHDRAWN ? OfferState.WITHDRAWN : OfferState.PUBLISHED).name());
            var now = clock.millis();
            switch (standing) {
                case UPCOMING -> list.where("slot.opens_ms > :now", "now", now);
                case OPEN ->
                    list.where("slot.opens_ms <= :now and coalesce(o.closes_ms, slot.closes_ms) > :now", "now", now);
                case ENDED -> list.where("coalesce(o.closes_ms, slot.closes_ms) <= :now", "now", now);
                case DRAFT, PENDING, WITHDRAWN -> {}
            }
        });
        return list;
    }

    private static long number(String text) {
        return text.matches("\\d{1,18}|[1-8]\\d{18}") ? Long.parseLong(text) : 0;
    }

    private static OfferLine line(ResultSet row, int number) throws SQLException {
        var seller = row.getString("username");
        return new OfferLine(
                row.getLong("id"),
                OfferState.valueOf(row.getString("state")),
                row.getString("name"),
                Objects.requireNonNullElse(row.getString("sku"), ""),
                seller == null ? "" : seller,
                DraftColumns.window(row),
                new Money(row.getLong("price_fen")),
                row.getInt("units"),
                row.getInt("units_left"),
                row.getInt("limit_per_shopper"),
                row.getInt("limit_per_address"));
    }
}
