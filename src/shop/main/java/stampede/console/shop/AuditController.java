package stampede.console.shop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.audit.AuditRow;
import stampede.audit.AuditSearchRepository;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.site.ShopTimes;

/** The audit log: who did what to what, when and why. */
@Controller
class AuditController {

    private static final ListSpec LIST = AuditSearchRepository.list("/console/audit");

    private static final List<String> HEADER = List.of(
            "number", "at", "who", "action", "subject", "before", "after", "reason", "detail", "address", "trace");

    private final AuditSearchRepository rows;
    private final CsvDownload download;
    private final ShopTimes times;

    AuditController(AuditSearchRepository rows, CsvDownload download, ShopTimes times) {
        this.rows = rows;
        this.download = download;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/audit")
    String list(HttpServletRequest request, Model model) {
        var query = query(request);
        var page = rows.page(query);
        model.addAttribute("list", new ListView<>(query, page));
        model.addAttribute("days", byDay(page.rows()));
        return "console/audit";
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/audit.csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                HEADER,
                (most, line) -> rows.forEach(query, most, row -> line.accept(cells(row))));
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }

    private Map<LocalDate, List<AuditLine>> byDay(List<AuditRow> found) {
        return found.stream()
                .collect(Collectors.groupingBy(
                        row -> times.at(row.at()).toLocalDate(),
                        LinkedHashMap::new,
                        Collectors.mapping(AuditLine::of, Collectors.toList())));
    }

    private Object[] cells(AuditRow row) {
        return new Object[] {
            row.id(),
            times.at(row.at()).toOffsetDateTime(),
            row.who(),
            row.action(),
            row.subject(),
            row.before(),
            row.after(),
            row.reason(),
            row.detail(),
            row.address().orElse(""),
            row.trace().orElse("")
        };
    }
}
