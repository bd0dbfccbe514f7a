package stampede.console;

import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.books.BooksResult;
import stampede.books.BooksResultRepository;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;

/** The last verdict on the books of each sale, what is broken first. */
@Controller
class BooksOverviewController {

    private static final int SIZE = 50;
    private static final Duration LATELY = Duration.ofDays(2);

    private final BooksResultRepository results;
    private final Catalog catalog;
    private final Clock clock;

    BooksOverviewController(BooksResultRepository results, Catalog catalog, Clock clock) {
        this.results = results;
        this.catalog = catalog;
        this.clock = clock;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/books")
    String all(@RequestParam(defaultValue = "0") int page, Model model) {
        var since = clock.instant().minus(LATELY);
        var total = results.countSince(since);
        var last = Math.max(0, (total - 1) / SIZE);
        var shown = Math.max(0, Math.min(page, last));
        model.addAttribute("total", total);
        model.addAttribute("shown", shown);
        model.addAttribute("last", last);
        model.addAttribute(
                "rows",
                results.since(since, shown * SIZE, SIZE).stream()
                        .map(books -> new Row(
                                books,
                                catalog.offer(books.offer())
                                        .map(Offer::name)
                                        .orElse(books.offer().toString())))
                        .toList());
        return "console/all-books";
    }

    /** A sale and its books; one that is no longer in the catalogue is named by its number. */
    record Row(BooksResult books, String name) {}
}
