package stampede.report.page;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;

/** What the seller who is signed in sold. */
@Controller
class SellerReportController {

    private static final String BASE = "/seller/report";
    private static final String WEEK = BASE + "/{week:[\\dW-]+}";

    private final ReportPages pages;

    SellerReportController(ReportPages pages) {
        this.pages = pages;
    }

    @GetMapping(BASE)
    ModelAndView weeks(@CurrentAccount SignedIn seller, @RequestParam Optional<String> week) {
        return pages.weeks(seller.id(), BASE, week);
    }

    @GetMapping(BASE + ".csv")
    void weeksCsv(@CurrentAccount SignedIn seller, @RequestParam Optional<String> week, HttpServletResponse response)
            throws IOException {
        pages.weeksCsv(seller.id(), week, response);
    }

    @GetMapping(WEEK)
    ModelAndView week(
            @CurrentAccount SignedIn seller, @PathVariable String week, @RequestParam Optional<Integer> from) {
        return pages.week(seller.id(), BASE, week, from);
    }

    @GetMapping(WEEK + ".csv")
    void weekCsv(@CurrentAccount SignedIn seller, @PathVariable String week, HttpServletResponse response)
            throws IOException {
        pages.weekCsv(seller.id(), week, response);
    }
}
