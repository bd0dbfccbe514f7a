package stampede.console.recovery;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.compensation.CompensationLine;
import stampede.compensation.CompensationRepository;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.site.ShopTimes;

/** What the shop undid and repaired, by itself and by hand. */
@Controller
class CompensationController {

    private static final ListSpec LIST = CompensationRepository.list("/console/compensations");

    private static final List<String> HEADER = List.of(
            "at", "kind", "outcome", "order", "offer", "task", "task_id", "attempt", "wait_ms", "cause", "detail",
            "units", "fen", "who", "node", "trace");

    private final CompensationRepository lines;
    private final CsvDownload download;
    private final ShopTimes times;

    CompensationController(CompensationRepository lines, CsvDownload download, ShopTimes times) {
        this.lines = lines;
        this.download = download;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/compensations")
    String list(HttpServletRequest request, Model model) {
        var query = query(request);
        model.addAttribute("list", new ListView<>(query, lines.page(query)));
        model.addAttribute("rate", lines.rate(query, times.now()));
        return "console/compensations";
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/compensations.csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                HEADER,
                (most, line) -> lines.forEach(query, most, found -> line.accept(cells(found))));
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }

    /** Numbers of orders and offers have more digits than a spreadsheet keeps, so they are written with a word. */
    private Object[] cells(CompensationLine line) {
        var of = line.of();
        return new Object[] {
            times.at(line.at()).toOffsetDateTime(),
            of.kind(),
            of.outcome(),
            named("order:", of.order()),
            named("offer:", of.offer()),
            text(of.task()),
            named("task:", of.taskId()),
            text(of.attempt()),
            text(of.waitMs()),
            of.cause(),
            of.detail(),
            text(of.units()),
            text(of.fen()),
            of.who(),
            line.node(),
            text(of.trace())
        };
    }

    private static String named(String word, @Nullable Object value) {
        return value == null ? "" : word + value;
    }

    private static String text(@Nullable Object value) {
        return Objects.toString(value, "");
    }
}
