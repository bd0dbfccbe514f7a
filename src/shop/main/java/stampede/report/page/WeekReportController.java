package stampede.report.page;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.desk.CsvDownload;
import stampede.report.Week;
import stampede.report.WeekReports;

/** Reports of weeks, for operators. */
@Controller
class WeekReportController {

    private static final String WEEKS = "/console/reports/weeks";
    private static final String WEEK = WEEKS + "/{week:[\\dW-]+}";
    private static final int MOST_WEEKS = 8;

    private final WeekReports reports;
    private final ReportWords words;
    private final CsvDownload download;

    WeekReportController(WeekReports reports, ReportWords words, CsvDownload download) {
        this.reports = reports;
        this.words = words;
        this.download = download;
    }

    /** Some weeks in a sentence each, the last of them first; without a week, or with one that is to come, up to now. */
    @Needs(Duty.SEE)
    @GetMapping(WEEKS)
    String weeks(@RequestParam Optional<String> week, Locale locale, Model model) {
        var current = reports.current();
        var last = week.flatMap(Week::read)
                .filter(asked -> asked.compareTo(current) < 0)
                .orElse(current);
        model.addAttribute(
                "rows",
                IntStream.range(0, MOST_WEEKS)
                        .mapToObj(back -> last.later(-back))
                        .map(each -> new Row(each, words.sentence(reports.of(each), locale)))
                        .toList());
        model.addAttribute("earlier", last.later(-MOST_WEEKS));
        model.addAttribute("later", last.equals(current) ? null : last.later(MOST_WEEKS));
        return "report/shop-weeks";
    }

    @Needs(Duty.SEE)
    @GetMapping(WEEK)
    String week(@PathVariable String week, Locale locale, Model model) {
        var found = find(week);
        var report = reports.of(found);
        model.addAttribute("week", found);
        model.addAttribute("report", report);
        model.addAttribute("words", words);
        model.addAttribute("sentence", words.sentence(report, locale));
        return "report/shop-week";
    }

    @Needs(Duty.SEE)
    @GetMapping(WEEK + ".csv")
    void csv(@PathVariable String week, HttpServletResponse response) throws IOException {
        var report = reports.of(find(week));
        download.send(response, "week-" + report.week(), List.of("figure", "of", "value"), (most, line) -> {
            WeekReportFigures.of(report).forEach(line);
            return true;
        });
    }

    private Week find(String written) {
        return Week.read(written)
                .filter(week -> week.compareTo(reports.current()) <= 0)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    /** A week in a sentence. */
    record Row(Week week, String sentence) {}
}
