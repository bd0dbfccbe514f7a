package stampede.settlement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.collect.Maps;
import com.google.common.primitives.ImmutableIntArray;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.pastsale.OrderTables;
import stampede.pastsale.PastSaleRepository;
import stampede.replica.FromReplica;
import stampede.replica.Replica;
import stampede.support.ResourceFile;

/** The proof of a sale, for people: where every unit went, and whether the ledger is still as it was closed out. */
@Service
public class SettlementReports {

    private static final String SUMS = ResourceFile.read(SettlementReports.class, "sale-sums.sql");
    private static final String ORDERS = ResourceFile.read(SettlementReports.class, "sale-orders.sql");

    private static final String TICKETS = ResourceFile.read(SettlementReports.class, "sale-tickets.sql");

    private static final int PAGE = 1_000;
    private static final int MOST_SEEN = 100;
    private static final Duration SEEN_LATELY = Duration.ofMinutes(5);
    private static final Duration TICKETS_KEPT = Duration.ofSeconds(10);

    private final SettlementRepository rows;
    private final LedgerMovementRepository movements;
    private final LedgerHashChain chain;
    private final PastSaleRepository past;
    private final JdbcClient sql;
    private final Replica replica;
    private final Clock clock;
    private final TransactionTemplate snapshot;

    private final Cache<OfferId, List<LedgerHashFault>> seen = Caffeine.newBuilder()
            .maximumSize(MOST_SEEN)
            .expireAfterWrite(SEEN_LATELY)
            .build();

    private final Cache<OfferId, Map<Long, ImmutableIntArray>> tickets = Caffeine.newBuilder()
            .maximumSize(MOST_SEEN)
            .expireAfterWrite(TICKETS_KEPT)
            .build();

    SettlementReports(
            SettlementRepository rows,
            LedgerMovementRepository movements,
            LedgerHashChain chain,
            PastSaleRepository past,
            @FromReplica JdbcClient sql,
            Replica replica,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.rows = rows;
        this.movements = movements;
        this.chain = chain;
        this.past = past;
        this.sql = sql;
        this.replica = replica;
        this.clock = clock;
        this.snapshot = new TransactionTemplate(transactions);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        snapshot.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        snapshot.setReadOnly(true);
    }

    /** The settlement as it was stored, if the sale is closed out. */
    public Optional<Settlement> find(OfferId offer) {
        return rows.find(offer);
    }

    /**
     * Follows the chain once more.
     *
     * @return what was changed in the ledger since it was settled, at most some of it; empty if nothing was, or if the sale is not
     *     settled
     */
    public List<LedgerHashFault> faults(OfferId offer) {
        var found = inSnapshot(() -> rows.find(offer).map(chain::faults).orElse(List.of()));
        seen.put(offer, found);
        return found;
    }

    /** The same as it was seen in the last minutes, for who turns pages: the chain of a huge sale takes seconds to follow. */
    public List<LedgerHashFault> faultsSeen(OfferId offer) {
        var found = seen.getIfPresent(offer);
        return found == null ? faults(offer) : found;
    }

    /** What the sale came to, as of now. */
    public Sums sums(OfferId offer) {
        return over(
                offer,
                () -> sql.sql(past.tables(offer).in(SUMS))
                        .param("offer", offer.value())
                        .query(Sums.class)
                        .single());
    }

    /**
     * Passes on where every unit of the offer came from and went to: first how its total came about, then each order that took
     * units, by id. Each page is read whole before it is passed on, so that whoever takes it slowly holds up no transaction and no
     * connection; what changes meanwhile is seen by the pages after it.
     */
    public void forEachLine(OfferId offer, Consumer<TotalLine> total, Consumer<OrderLine> order) {
        movements
                .ofTotal(offer)
                .forEach(line ->
                        total.accept(new TotalLine(line.kind(), line.delta(), Instant.ofEpochMilli(line.atMs()))));
        var after = 0L;
        List<OrderLine> page;
        do {
            page = page(offer, after, PAGE);
            page.forEach(order);
            after = page.isEmpty() ? after : page.get(page.size() - 1).order();
        } while (page.size() == PAGE);
    }

    /** A page of orders that took units, by id, after this one. */
    public List<OrderLine> page(OfferId offer, long after, int most) {
        return over(
                offer,
                () -> sql.sql(OrderTables.either(ORDERS) + " order by id limit :most")
                        .param("offer", offer.value())
                        .param("after", after)
                        .param("most", most)
                        .query(SettlementReports::line)
                        .list());
    }

    /**
     * The tickets of waiting rooms that its orders name which hold units, by the number of the room; as of some seconds ago, because anybody may ask.
     */
    public Map<Long, ImmutableIntArray> tickets(OfferId offer) {
        return tickets.get(offer, asked -> over(asked, () -> readTickets(asked)));
    }

    private Map<Long, ImmutableIntArray> readTickets(OfferId offer) {
        var found = new TreeMap<Long, ImmutableIntArray.Builder>();
        sql.sql(past.tables(offer).in(TICKETS)).param("offer", offer.value()).query(row -> {
            found.computeIfAbsent(row.getLong("room_id"), room -> ImmutableIntArray.builder())
                    .add(row.getInt("number"));
        });
        return Map.copyOf(Maps.transformValues(found, ImmutableIntArray.Builder::build));
    }

    /** A sale is read from the replica once it is closed out and the replica must have heard of that: then nothing that was there is missing. */
    private <T> T over(OfferId offer, Supplier<T> work) {
        var heard = clock.instant().minus(replica.most());
        return rows.find(offer).filter(settled -> settled.at().isBefore(heard)).isPresent()
                ? replica.read(work)
                : work.get();
    }

    private <T> T inSnapshot(Supplier<T> work) {
        return Objects.requireNonNull(snapshot.execute(status -> work.get()));
    }

    private static OrderLine line(ResultSet row, int number) throws SQLException {
        return new OrderLine(
                row.getLong("id"),
                row.getLong("shopper_id"),
                row.getInt("units"),
                row.getString("status"),
                Instant.ofEpochMilli(row.getLong("reserved_at_ms")),
                instant(row, "taken_ms"),
                instant(row, "received_ms"),
                row.getLong("paid_fen"),
                instant(row, "shipped_ms"),
                instant(row, "finished_ms"),
                instant(row, "closed_at_ms"),
                instant(row, "returned_ms"),
                row.getLong("back_fen"),
                instant(row, "back_ms"),
                row.getInt("holds_units") == 1);
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, Long.class)).map(Instant::ofEpochMilli);
    }

    /**
     * What a sale came to.
     *
     * @param total units there were in all
     * @param available units that no order holds
     * @param held units that orders hold
     * @param returned units that were taken and came back
     * @param orders orders that were placed
     * @param refused purchases that never became an order
     * @param paidFen money that came
     * @param backFen money that went back
     */
    public record Sums(
            int total, int available, int held, int returned, int orders, int refused, long paidFen, long backFen) {

        /** Whether every unit is accounted for. */
        public boolean balance() {
            return total == available + held;
        }
    }

    /** How a sale's total came about: INIT, and each ADJUST. */
    public record TotalLine(String kind, int units, Instant at) {}

    /**
     * An order that took units, and what became of them.
     *
     * @param status where it stands, as in {@link stampede.order.OrderStatus}
     * @param paid when the first money for it was heard of
     * @param paidFen all money that came for it
     * @param back when the last of its money had gone back
     * @param holds whether it holds its units
     */
    public record OrderLine(
            long order,
            long shopper,
            int units,
            String status,
            Instant reserved,
            Optional<Instant> taken,
            Optional<Instant> paid,
            long paidFen,
            Optional<Instant> shipped,
            Optional<Instant> finished,
            Optional<Instant> closed,
            Optional<Instant> returned,
            long backFen,
            Optional<Instant> back,
            boolean holds) {}
}
