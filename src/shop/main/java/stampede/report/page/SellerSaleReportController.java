package stampede.report.page;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;

/** The report of a sale for who sells there; of others' sales there is none. */
@Controller
class SellerSaleReportController {

    private static final String SALE = "/seller/report/sales/{offer}";

    private final SaleReportPages pages;

    SellerSaleReportController(SaleReportPages pages) {
        this.pages = pages;
    }

    @GetMapping(SALE)
    ModelAndView sale(
            @CurrentAccount SignedIn seller,
            @PathVariable OfferId offer,
            @RequestParam Optional<String> with,
            Locale locale) {
        return pages.page(offer, Scope.of(seller), "/seller/report", with, locale);
    }

    @GetMapping(path = SALE, params = "part")
    void saleCsv(
            @CurrentAccount SignedIn seller,
            @PathVariable OfferId offer,
            @RequestParam String part,
            HttpServletResponse response)
            throws IOException {
        pages.csv(offer, Scope.of(seller), part, response);
    }
}
