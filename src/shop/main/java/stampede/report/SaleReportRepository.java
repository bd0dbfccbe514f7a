package stampede.report;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSql;
import stampede.listing.ReplicaListRepository;
import stampede.replica.FromReplica;
import tools.jackson.databind.json.JsonMapper;

/** Which sales there are, and the reports of them that are kept: table {@code sale_report}. */
@Repository
class SaleReportRepository {

    private static final int MOST_ACTS = 50;

    private static final String COLUMNS =
            "stock_balance.offer_id, stock_balance.opens_ms, stock_balance.closes_ms, stock_balance.total,"
                    + " stock_balance.available, stock_balance.settled_ms, offer.slot_id, offer.kind, product.name,"
                    + " product.seller_id, product.list_price_fen";

    private static final String TABLES = "stock_balance join offer on offer.id = stock_balance.offer_id"
            + " join product on product.id = offer.product_id";

    private final JdbcClient sql;
    private final JdbcClient replica;
    private final ReplicaListRepository lists;
    private final JsonMapper json;

    SaleReportRepository(
            JdbcClient sql, @FromReplica JdbcClient replica, ReplicaListRepository lists, JsonMapper json) {
        this.sql = sql;
        this.replica = replica;
        this.lists = lists;
        this.json = json;
    }

    /** The sale of an offer, if it is in scope. */
    Optional<SaleLine> find(OfferId offer, Scope scope) {
        return replica.sql("select " + COLUMNS + " from " + TABLES
                        + " where stock_balance.offer_id = :offer and (:seller = 0 or product.seller_id = :seller)")
                .param("offer", offer.value())
                .param("seller", scope.only().map(seller -> seller.value()).orElse(0L))
                .query(SaleReportRepository::line)
                .optional();
    }

    /** Those of a slot, by their numbers. */
    List<SaleLine> ofSlot(long slot, int most) {
        return replica.sql("select " + COLUMNS + " from offer join product on product.id = offer.product_id"
                        + " join stock_balance on stock_balance.offer_id = offer.id"
                        + " where offer.slot_id = :slot and offer.state = 'PUBLISHED' order by offer.id limit :most")
                .param("slot", slot)
                .param("most", most)
                .query(SaleReportRepository::line)
                .list();
    }

    /** Sales that have opened, those that end last first. */
    ListPage<SaleLine> page(ListQuery query, Instant now) {
        return lists.page(chosen(query, now), query, SaleReportRepository::line);
    }

    /** As {@link ReplicaListRepository#forEach}. */
    boolean forEach(ListQuery query, Instant now, int most, Consumer<SaleLine> row) {
        return lists.forEach(chosen(query, now), query, SaleReportRepository::line, most, row);
    }

    /** Sales that were closed out in a time and have no report, the last first. */
    List<OfferId> withoutReport(Instant from, Instant until, int most) {
        return sql.sql("""
                select settlement.offer_id from settlement
                  left join sale_report on sale_report.offer_id = settlement.offer_id
                 where settlement.settled_ms >= :from and settlement.settled_ms < :until and sale_report.offer_id is null
                   and settlement.%s
                 order by settlement.settled_ms desc limit :most
                """.formatted(OfferId.IS_REAL))
                .param("from", from.toEpochMilli())
                .param("until", until.toEpochMilli())
                .param("most", most)
                .query((row, number) -> new OfferId(row.getLong("offer_id")))
                .list();
    }

    /** The report that is kept, as it was made. */
    Optional<SaleReport> kept(OfferId offer) {
        return sql.sql("select json from sale_report where offer_id = :offer")
                .param("offer", offer.value())
                .query((row, number) -> json.readValue(text(row, "json"), SaleReport.class))
                .optional();
    }

    /** Keeps a report, unless one is kept: of any number of nodes the first has it. */
    void keep(OfferId offer, SaleReport report) {
        sql.sql("""
                insert ignore into sale_report (offer_id, made_ms, last_unit_ms, shoppers, json)
                values (:offer, :made, :lastUnit, :shoppers, :json)
                """)
                .param("offer", offer.value())
                .param("made", report.madeAt().toEpochMilli())
                .param("lastUnit", report.sellThrough().lastUnitMillis())
                .param("shoppers", report.shoppers())
                .param("json", json.writeValueAsString(report))
                .update();
    }

    /** What was done to an offer in a time, oldest first. */
    List<SaleReport.SaleDuringAct> acts(OfferId offer, Instant from, Instant until) {
        return replica.sql("""
                select at_ms, who, action from operator_audit
                 where subject = :subject and at_ms >= :from and at_ms < :until order by id limit :most
                """)
                .param("subject", "offer:" + offer)
                .param("from", from.toEpochMilli())
                .param("until", until.toEpochMilli())
                .param("most", MOST_ACTS)
                .query((row, number) -> new SaleReport.SaleDuringAct(
                        Instant.ofEpochMilli(row.getLong("at_ms")), text(row, "who"), text(row, "action")))
                .list();
    }

    /** What the last check of the books found. */
    Optional<Verdict> verdict(OfferId offer) {
        return replica.sql("select verdict, checked_ms from books_verdict where offer_id = :offer and checked_ms > 0")
                .param("offer", offer.value())
                .query((row, number) ->
                        new Verdict(text(row, "verdict"), Instant.ofEpochMilli(row.getLong("checked_ms"))))
                .optional();
    }

    private static ListSql chosen(ListQuery query, Instant now) {
        var list = ListSql.of(COLUMNS, TABLES)
                .where("stock_balance.opens_ms <= :now", "now", now.toEpochMilli())
                .where("offer.state = 'PUBLISHED'");
        query.moment("from")
                .ifPresent(from -> list.where("stock_balance.closes_ms >= :from", "from", from.toEpochMilli()));
        query.moment("to").ifPresent(to -> list.where("stock_balance.closes_ms < :to", "to", to.toEpochMilli()));
        query.value("text").ifPresent(text -> {
            if (text.matches("\\d{1,18}|[1-8]\\d{18}")) {
                list.where("stock_balance.offer_id = :number", "number", Long.parseLong(text));
            } else {
                list.where("product.name like :text", "text", ListSql.beginning(text));
            }
        });
        query.value("state")
                .ifPresent(state -> list.where(
                        state.equals(SaleLine.Stage.CLOSED_OUT.name())
                                ? "stock_balance.settled_ms > 0"
                                : "stock_balance.settled_ms = 0"));
        return list;
    }

    private static SaleLine line(ResultSet row, int number) throws SQLException {
        return new SaleLine(
                new OfferId(row.getLong("offer_id")),
                row.getLong("slot_id"),
                text(row, "name"),
                row.getLong("seller_id"),
                OfferKind.valueOf(text(row, "kind")),
                Instant.ofEpochMilli(row.getLong("opens_ms")),
                Instant.ofEpochMilli(row.getLong("closes_ms")),
                row.getLong("total"),
                row.getLong("available"),
                row.getLong("list_price_fen"),
                instant(row.getLong("settled_ms")));
    }

    private static @Nullable Instant instant(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getString(column));
    }

    /** What the books were found to be, and when. */
    record Verdict(String verdict, Instant at) {}
}
