package stampede.console.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.audit.AuditLog;
import stampede.audit.AuditedActs;
import stampede.console.ConsoleBrowser;
import stampede.security.PageCookies;

@StampedeTest
class AuditPageTests {

    private static final Pattern NUMBER = Pattern.compile("thing:\\d+");

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private AuditedActs acts;

    @Autowired
    private JdbcTemplate jdbc;

    private final String action =
            "TEST_" + UUID.randomUUID().toString().substring(0, 8).toUpperCase(Locale.ROOT);
    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        operator = new ConsoleBrowser(
                port, cookies, accounts.ensure("audit-reader", "a long enough password", Role.OPERATOR));
    }

    @Test
    void showsWhatItWasAndWhatItBecameAndWhy() {
        done("offer:42", "Too <b>dear</b>", new AuditLog.Change("price: 99.00", "price: 89.00"));

        var page = Jsoup.parse(operator.read("/console/audit?action=" + action));

        var row = page.select("tbody tr");
        assertThat(row).hasSize(1);
        assertThat(row.text()).contains("operator:77", action, "price: 99.00", "price: 89.00", "Too <b>dear</b>");
        assertThat(row.select("a[href=/console/offers/42]")).hasSize(1);
        assertThat(page.select("h2")).hasSize(1);
    }

    @Test
    void findsByEachOfItsFields() {
        done("order:1700", "A scratch of 5% on it", new AuditLog.Change("", "x"));
        done("order:1701", "Something else", new AuditLog.Change("", "x"));

        assertThat(rows("subject=order:17&action=" + action)).isEqualTo(2);
        assertThat(rows("subject=order:1700&action=" + action)).isEqualTo(1);
        assertThat(rows("subject=order:_7&action=" + action)).isZero();
        assertThat(rows("reason=5%25+on&action=" + action)).isEqualTo(1);
        assertThat(rows("who=operator:77&action=" + action)).isEqualTo(2);
        assertThat(rows("who=operator:78&action=" + action)).isZero();
        assertThat(rows("from=2020-01-01T00:00&action=" + action)).isEqualTo(2);
        assertThat(rows("to=2020-01-01T00:00&action=" + action)).isZero();
        assertThat(rows("from=2120-01-01T00:00&action=" + action)).isZero();
        assertThat(operator.read("/console/audit?action=" + action + "X")).contains("Nothing was found");
        assertThat(operator.read("/console/audit?size=7&action=" + action)).contains("cannot be read: size");
    }

    @Test
    void turnsPagesByKeyWhileRowsComeIn() {
        for (var i = 0; i < 120; i++) {
            done("thing:" + i, "", new AuditLog.Change("", "x"));
        }
        var first = Jsoup.parse(operator.read("/console/audit?action=" + action));
        assertThat(first.text()).contains("1–50 of 120");
        done("thing:500", "", new AuditLog.Change("", "x"));

        var second = Jsoup.parse(operator.read(first.select("#list-after").attr("href")));
        var third = Jsoup.parse(operator.read(second.select("#list-after").attr("href")));
        var back = Jsoup.parse(operator.read(third.select("#list-before").attr("href")));

        var seen = new ArrayList<String>();
        List.of(first, second, third)
                .forEach(page -> NUMBER.matcher(page.select("tbody").text())
                        .results()
                        .forEach(found -> seen.add(found.group())));
        assertThat(seen).hasSize(120).doesNotHaveDuplicates().doesNotContain("thing:500");
        assertThat(second.text()).contains("51–100 of 121");
        assertThat(third.select("#list-after")).isEmpty();
        assertThat(back.select("tbody").text()).isEqualTo(second.select("tbody").text());
    }

    /** More rows than are read at once. */
    @Test
    void givesTheSameRowsAsAFile() {
        var batch = new ArrayList<Object[]>();
        for (var i = 0; i < 2_345; i++) {
            batch.add(new Object[] {1_700_000_000_000L + i, action, "thing:" + i});
        }
        jdbc.batchUpdate(
                "insert into operator_audit (at_ms, who, action, subject, detail) values (?, 'operator:77', ?, ?, '=1+1')",
                batch);

        var file = operator.open("/console/audit.csv?action=" + action);

        assertThat(file.headers().firstValue("Content-Disposition").orElse(""))
                .matches("attachment; filename=\"stampede-audit-\\d{8}-\\d{4}\\.csv\"");
        assertThat(file.body()).startsWith("\uFEFFnumber,at,who,");
        var lines = file.body().strip().split("\r\n");
        assertThat(lines).hasSize(2_346);
        assertThat(List.of(lines).subList(1, lines.length))
                .allMatch(line -> line.contains(",'=1+1,"))
                .doesNotHaveDuplicates();
    }

    private int rows(String query) {
        return Jsoup.parse(operator.read("/console/audit?" + query))
                .select("tbody tr")
                .size();
    }

    private void done(String subject, String reason, AuditLog.Change change) {
        var act = new AuditLog.Act("operator:77", action, subject).because(reason);
        assertThat(acts.run(act, () -> new AuditedActs.Done<>("done", Optional.of(change))))
                .isEqualTo("done");
    }
}
