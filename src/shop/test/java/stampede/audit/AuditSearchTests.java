package stampede.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import stampede.counter.StockWorkbench;
import stampede.listing.ListField;
import stampede.listing.ListQuery;
import stampede.listing.ListRepositories;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.testing.NumberTable;
import stampede.testing.Proof;

/** How long operators wait for a page of the audit log that has a million rows. */
class AuditSearchTests {

    private static final int ROWS = 1_000_000;
    private static final long MOST_MS = 100;
    private static final Instant FIRST = Instant.parse("2024-01-01T00:00:00Z");
    private static final ListSpec LIST = new ListSpec(
            "/console/audit",
            "audit",
            List.of(
                    ListField.text("who"),
                    ListField.text("action"),
                    ListField.text("subject"),
                    ListField.text("reason"),
                    ListField.moment("from"),
                    ListField.moment("to")),
            List.of(ListSort.by("id", "id")));

    private static final StockWorkbench BENCH = StockWorkbench.get();

    private final AuditSearchRepository rows = new AuditSearchRepository(ListRepositories.on(BENCH.jdbc), BENCH.sql);

    /** A second between two of them, by 50 operators, of 20 kinds. */
    @Tag(Proof.WHOLE)
    @Test
    void answersWithinATenthOfASecond() {
        BENCH.jdbc.update("""
                insert into operator_audit (at_ms, who, action, subject, detail)
                select ? + seq * 1000, concat('operator:', 9000000 + seq %% 50), concat('TRIED_', seq %% 20),
                       concat('order:9', seq div 4), 'a row of many'
                  from %s
                """.formatted(NumberTable.below(ROWS)), FIRST.toEpochMilli());
        BENCH.jdbc.execute("analyze table operator_audit");
        var late = local(FIRST.plusSeconds(ROWS / 2));

        for (var search : List.of(
                "",
                "who=operator:9000003",
                "who=operator:9000003&from=" + late,
                "who=operator:9000003&to=" + late,
                "action=TRIED_7",
                "action=TRIED_7&from=" + late,
                "subject=order:91000",
                "from=" + late,
                "from=" + late + "&to=" + local(FIRST.plusSeconds(ROWS / 2 + 600)))) {
            var times = new ArrayList<Long>();
            for (var i = 0; i < 20; i++) {
                var begun = System.nanoTime();
                var page = rows.page(query(search));
                times.add((System.nanoTime() - begun) / 1_000_000);
                assertThat(page.rows()).as(search).isNotEmpty();
            }
            var most = Proof.percentile(times, 0.95);
            Proof.print(
                    "audit log: %d rows, %s: p50 %d ms, p95 %d ms", ROWS, search, Proof.percentile(times, 0.5), most);
            assertThat(most).as(search).isLessThan(MOST_MS);
        }
    }

    private static ListQuery query(String address) {
        var parameters = new LinkedHashMap<String, String[]>();
        for (var each : address.split("&", -1)) {
            var at = each.indexOf('=');
            if (at > 0) {
                parameters.put(each.substring(0, at), new String[] {each.substring(at + 1)});
            }
        }
        return ListQuery.of(LIST, parameters, ZoneOffset.UTC);
    }

    private static String local(Instant at) {
        return LocalDateTime.ofInstant(at, ZoneOffset.UTC).toString();
    }
}
