package stampede.report;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Service;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.listing.ListField;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.replica.Replica;
import stampede.replica.ReplicaAnswer;
import stampede.room.RoomReports;
import stampede.site.ShopTimes;

/**
 * Reports of sales. Until a sale is closed out its report is made when somebody asks, at most every few seconds; afterwards it is kept, and
 * never changes again.
 */
@Service
public class SaleReports {

    private static final Logger log = LoggerFactory.getLogger(SaleReports.class);

    private static final Duration KEPT_IN_MEMORY = Duration.ofSeconds(5);
    private static final int MOST_IN_MEMORY = 100;
    private static final int MOST_OF_SLOT = 200;

    /** The list of sales: what it can be asked. Sorted by their end. */
    public static final ListSpec LIST = new ListSpec(
            "/console/reports/sales",
            "report.sales",
            List.of(
                    ListField.text("text"),
                    ListField.choice("state", "report.sales.state.", SaleLine.Stage.values()),
                    ListField.moment("from"),
                    ListField.moment("to")),
            List.of(ListSort.by("closes", "stock_balance.closes_ms", "stock_balance.offer_id")));

    private final SaleReportRepository sales;
    private final SaleReportMaker maker;
    private final SaleTotalsRepository totals;
    private final ShopTimes times;
    private final Replica replica;
    private final RoomReports rooms;
    private final Cache<Asked, ReplicaAnswer<SaleReport>> made = Caffeine.newBuilder()
            .expireAfterWrite(KEPT_IN_MEMORY)
            .maximumSize(MOST_IN_MEMORY)
            .build();

    SaleReports(
            SaleReportRepository sales,
            SaleReportMaker maker,
            SaleTotalsRepository totals,
            ShopTimes times,
            Replica replica,
            RoomReports rooms) {
        this.sales = sales;
        this.maker = maker;
        this.totals = totals;
        this.times = times;
        this.replica = replica;
        this.rooms = rooms;
    }

    /** The report of an offer's sale; empty if there is no such sale in scope, or it has not opened. */
    public Optional<SaleReport> of(OfferId offer, Scope scope) {
        return sales.find(offer, scope)
                .filter(sale -> !sale.opensAt().isAfter(times.now()))
                .map(sale -> of(sale));
    }

    /** How the offers of a slot sold; empty if there is none in it. */
    public Optional<SlotReport> ofSlot(long slot) {
        return replica.read(() -> read(slot));
    }

    private Optional<SlotReport> read(long slot) {
        var found = sales.ofSlot(slot, MOST_OF_SLOT + 1);
        var lines = found.stream().limit(MOST_OF_SLOT).toList();
        var sums = totals.of(lines.stream().map(SaleLine::offer).toList());
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new SlotReport(
                        slot,
                        lines.stream()
                                .map(sale ->
                                        new SlotReport.Line(sale, sums.getOrDefault(sale.offer(), SaleTotals.NONE)))
                                .toList(),
                        found.size() > MOST_OF_SLOT));
    }

    /** Sales that have opened, as {@link #LIST}. */
    public ListPage<SaleLine> page(ListQuery query) {
        return sales.page(query, times.now());
    }

    /** As {@link stampede.listing.ReplicaListRepository#forEach}. */
    public boolean forEach(ListQuery query, int most, Consumer<SaleLine> row) {
        return sales.forEach(query, times.now(), most, row);
    }

    /**
     * Makes and keeps the reports of sales that were closed out in the last days and have none.
     *
     * @return how many
     */
    int keepDue() {
        var now = times.now();
        var due = sales.withoutReport(
                now.minus(Duration.ofDays(3)), now.minus(SaleReportMaker.LAST_FIGURES_COME_WITHIN), 50);
        return (int) due.stream().filter(this::isKept).count();
    }

    /** One that cannot be made does not hold up the others. */
    private boolean isKept(OfferId offer) {
        try {
            return of(offer, new Scope.All()).filter(SaleReport::isFinal).isPresent();
        } catch (DataAccessException failure) {
            log.warn("The report of offer {} was not made: {}", offer, failure.toString());
            return false;
        }
    }

    private SaleReport of(SaleLine sale) {
        var kept = sale.closedOutAt() == null ? Optional.<SaleReport>empty() : sales.kept(sale.offer());
        return kept.orElseGet(() -> {
            var asked = new Asked(sale.offer(), sale.closedOutAt() != null, replica.mayRead());
            return keptIfFinal(sale.offer(), made.get(asked, this::make));
        });
    }

    /** What may be kept is the primary's. A replica that has not heard of the sale yet is no reason not to tell of it. */
    private ReplicaAnswer<SaleReport> make(Asked asked) {
        var old = asked.closedOut()
                ? new ReplicaAnswer<>(Optional.<SaleReport>empty(), Optional.<Instant>empty())
                : replica.answer(() -> maker.find(asked.offer()));
        return old.value()
                .map(report -> new ReplicaAnswer<>(withRooms(asked, report), old.asOf()))
                .orElseGet(() -> new ReplicaAnswer<>(withRooms(asked, maker.make(asked.offer())), Optional.empty()));
    }

    private SaleReport withRooms(Asked asked, SaleReport report) {
        return report.with(rooms.of(asked.offer()));
    }

    /** What is kept is read back, so that the first to see it sees what everybody else will. */
    private SaleReport keptIfFinal(OfferId offer, ReplicaAnswer<SaleReport> answer) {
        var report = replica.tell(answer);
        if (!report.isFinal() || answer.asOf().isPresent()) {
            return report;
        }
        sales.keep(offer, report);
        return sales.kept(offer).orElse(report);
    }

    /** Once a sale is closed out nobody is told what was made before. */
    private record Asked(OfferId offer, boolean closedOut, boolean fromReplica) {}
}
