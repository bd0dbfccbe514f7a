package stampede.books;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** The last verdict on each offer's books, for pages and alarms, and the line in which nodes take checks from each other. */
@Component
public class BooksResultRepository {

    private static final int LONGEST = 8_000;

    private final JdbcClient sql;

    public BooksResultRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The offers that were checked since then, those with broken rules first, then the latest. */
    public List<BooksResult> since(Instant then, int offset, int most) {
        return sql.sql("""
                select * from books_verdict where checked_ms > :then and %s
                 order by broken > 0 desc, offer_id desc limit :offset, :most
                """.formatted(OfferId.IS_REAL))
                .param("then", then.toEpochMilli())
                .param("offset", offset)
                .param("most", most)
                .query(BooksResultRepository::books)
                .list();
    }

    /** How many there are of them. */
    public int countSince(Instant then) {
        return sql.sql("select count(*) from books_verdict where checked_ms > :then and " + OfferId.IS_REAL)
                .param("then", then.toEpochMilli())
                .query(Integer.class)
                .single();
    }

    /** How many of them have broken rules. */
    public int countBrokenSince(Instant then) {
        return sql.sql("select count(*) from books_verdict where checked_ms > :then and broken > 0 and "
                        + OfferId.IS_REAL)
                .param("then", then.toEpochMilli())
                .query(Integer.class)
                .single();
    }

    /** By how many units the counters of those among them differ from the ledger in which nothing moves. */
    public long driftSince(Instant then) {
        return sql.sql("""
                        select coalesce(sum(abs(left_units + pending_units - available)), 0) from books_verdict
                         where checked_ms > :then and in_counter = 1 and verdict = 'BROKEN' and %s
                        """.formatted(OfferId.IS_REAL))
                .param("then", then.toEpochMilli())
                .query(Long.class)
                .single();
    }

    /** Those of these whose last check found rules broken, and how many. */
    public Map<OfferId, Integer> broken(Collection<OfferId> offers) {
        return numbers("select offer_id, broken from books_verdict where offer_id in (:offers) and broken > 0", offers)
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, row -> row.getValue().intValue()));
    }

    public void save(BooksReport report) {
        var broken = report.broken();
        sql.sql("""
                insert into books_verdict (offer_id, next_ms, checked_ms, verdict, broken, total, available, held, in_counter,
                                           left_units, pending_units, findings)
                values (:offer, 0, :at, :verdict, :broken, :total, :available, :held, :inCounter, :left, :pending, :findings)
                on duplicate key update checked_ms = values(checked_ms), verdict = values(verdict), broken = values(broken),
                                        total = values(total), available = values(available), held = values(held),
                                        in_counter = values(in_counter), left_units = values(left_units),
                                        pending_units = values(pending_units), findings = values(findings)
                """)
                .param("offer", report.offer().value())
                .param("at", report.at().toEpochMilli())
                .param("verdict", report.verdict().name())
                .param("broken", broken.size())
                .param("total", report.figures().total())
                .param("available", report.figures().available())
                .param("held", report.figures().held())
                .param("inCounter", report.figures().inCounter() ? 1 : 0)
                .param("left", report.figures().left())
                .param("pending", report.figures().reserved())
                .param("findings", findings(broken))
                .update();
    }

    /** Those of these whose next check is due, the longest overdue first. */
    List<OfferId> due(Collection<OfferId> offers, Instant now) {
        var next = numbers("select offer_id, next_ms from books_verdict where offer_id in (:offers)", offers);
        return offers.stream()
                .filter(offer -> next.getOrDefault(offer, 0L) <= now.toEpochMilli())
                .sorted(Comparator.comparing(offer -> next.getOrDefault(offer, 0L)))
                .toList();
    }

    /** Whether the offer's check is due and this caller's to make; it is due again after that time unless put off. */
    boolean claim(OfferId offer, Instant now, Duration again) {
        sql.sql("insert ignore into books_verdict (offer_id, next_ms, findings) values (:offer, 0, '')")
                .param("offer", offer.value())
                .update();
        return sql.sql("update books_verdict set next_ms = :next where offer_id = :offer and next_ms <= :now")
                        .param("next", now.plus(again).toEpochMilli())
                        .param("offer", offer.value())
                        .param("now", now.toEpochMilli())
                        .update()
                == 1;
    }

    /** The next check of the offer is not made before that. */
    void putOff(OfferId offer, Instant until) {
        sql.sql("update books_verdict set next_ms = :next where offer_id = :offer")
                .param("next", until.toEpochMilli())
                .param("offer", offer.value())
                .update();
    }

    private Map<OfferId, Long> numbers(String query, Collection<OfferId> offers) {
        var numbers = new HashMap<OfferId, Long>();
        if (!offers.isEmpty()) {
            sql.sql(query)
                    .param("offers", offers.stream().map(OfferId::value).toList())
                    .query(row -> {
                        numbers.put(new OfferId(row.getLong(1)), row.getLong(2));
                    });
        }
        return numbers;
    }

    private static String findings(List<RuleFinding> broken) {
        var text = broken.stream()
                .map(finding -> finding.rule() + " " + finding.deviation())
                .collect(Collectors.joining("\n"));
        return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    }

    private static BooksResult books(ResultSet row, int number) throws SQLException {
        return new BooksResult(
                new OfferId(row.getLong("offer_id")),
                Instant.ofEpochMilli(row.getLong("checked_ms")),
                BooksReport.Verdict.valueOf(row.getString("verdict")),
                row.getInt("broken"),
                new BooksReport.Figures(
                        row.getInt("total"),
                        row.getInt("available"),
                        row.getInt("held"),
                        row.getInt("in_counter") == 1,
                        row.getInt("left_units"),
                        row.getInt("pending_units")),
                row.getString("findings"));
    }
}
