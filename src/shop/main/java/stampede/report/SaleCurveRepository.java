package stampede.report;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import stampede.catalog.OfferId;
import stampede.pastsale.PastSaleRepository;
import stampede.replica.FromReplica;

/** How a sale went, piece by piece of time. */
@Repository
class SaleCurveRepository {

    /** Which piece a moment is in: 0 to 59 are the seconds of the first minute, -1 is before it. */
    private static final String PIECE = """
            case when %1$s < :from then -1
                 when %1$s < :from + 60000 then (%1$s - :from) div 1000
                 else 60 + (%1$s - :from) div :width end
            """;

    private static final String ORDERS = """
            select %s as piece, count(*) as accepted, sum(if(status in ('REJECTED', 'ABANDONED'), 0, -units)) as delta
              from orders force index (orders_holding)
             where offer_id = :offer and reserved_at_ms < :until
             group by piece
            """.formatted(PIECE.formatted("reserved_at_ms"));

    private static final String MOVEMENTS = """
            select %s as piece, 0 as accepted, sum(delta) as delta
              from stock_movement
             where offer_id = :offer and kind <> 'TAKE' and (at_ms < :until or kind = 'INIT')
             group by piece
            """.formatted(PIECE.formatted("(if(kind = 'INIT', 0, at_ms))"));

    private static final String BACK = """
            select coalesce(sum(delta), 0) as units, min(at_ms) as first_ms, max(at_ms) as last_ms
              from stock_movement where offer_id = :offer and kind = 'RETURN'
            """;

    private final JdbcClient sql;
    private final PastSaleRepository past;

    SaleCurveRepository(@FromReplica JdbcClient sql, PastSaleRepository past) {
        this.sql = sql;
        this.past = past;
    }

    /** What changed in each piece in which something did. */
    Map<Integer, Change> changes(OfferId offer, Pieces pieces) {
        var changes = new TreeMap<Integer, Change>();
        for (var statement : new String[] {ORDERS, MOVEMENTS}) {
            sql.sql(past.tables(offer).in(statement))
                    .params(Map.of(
                            "offer", offer.value(),
                            "from", pieces.from().toEpochMilli(),
                            "until", pieces.until().toEpochMilli(),
                            "width", pieces.width().toMillis()))
                    .query(row -> {
                        changes.merge(
                                row.getInt("piece"),
                                new Change(row.getLong("accepted"), row.getLong("delta")),
                                Change::plus);
                    });
        }
        return changes;
    }

    /** Units that came back, and when. */
    Back back(OfferId offer) {
        return sql.sql(past.tables(offer).in(BACK))
                .param("offer", offer.value())
                .query((row, number) -> new Back(row.getLong("units"), row.getLong("first_ms"), row.getLong("last_ms")))
                .single();
    }

    /**
     * How a time is cut: the first minute in seconds, the rest in pieces of one width.
     *
     * @param from where it begins
     * @param until its end; not more than 31 days later
     * @param width of a later piece
     */
    record Pieces(Instant from, Instant until, Duration width) {

        private static final Duration LONGEST = Duration.ofDays(31);
        private static final int MOST = 3_000;
        private static final int SECONDS = 60;

        /** Cuts a time; of one that is too long only the beginning. */
        static Pieces of(Instant from, Instant end) {
            var until = end.isAfter(from.plus(LONGEST)) ? from.plus(LONGEST) : end.isAfter(from) ? end : from;
            var minutes = Duration.between(from, until).toMinutes();
            var width = 1;
            for (var wider : new int[] {1, 5, 15, 60}) {
                width = wider;
                if (minutes / wider < MOST) {
                    break;
                }
            }
            return new Pieces(from, until, Duration.ofMinutes(width));
        }

        /** Which piece this moment is in; -1 before the first. */
        int pieceOf(Instant at) {
            var millis = Duration.between(from, at).toMillis();
            if (millis < 0) {
                return -1;
            }
            return (int) (millis < 60_000 ? millis / 1_000 : SECONDS + millis / width.toMillis());
        }

        Instant begin(int piece) {
            if (piece < SECONDS) {
                return from.plusSeconds(Math.max(0, piece));
            }
            var begins = from.plus(width.multipliedBy((long) piece - SECONDS));
            return begins.isBefore(from.plusSeconds(SECONDS)) ? from.plusSeconds(SECONDS) : begins;
        }

        int seconds(int piece) {
            return piece < SECONDS ? 1 : (int) width.toSeconds();
        }
    }

    /** Presses that were accepted, and by how much units that nobody has grew. */
    record Change(long accepted, long delta) {

        Change plus(Change other) {
            return new Change(accepted + other.accepted, delta + other.delta);
        }
    }

    /** Units that came back; the times are 0 if none did. */
    record Back(long units, long firstMillis, long lastMillis) {}
}
