package stampede.report.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.report.SaleLine;
import stampede.report.SaleReports;
import stampede.site.ShopTimes;

/** Reports of sales, for operators: a list, each sale, each slot. */
@Controller
class SaleReportController {

    private static final String SALES = "/console/reports/sales";
    private static final String SALE = SALES + "/{offer}";
    private static final Scope ALL = new Scope.All();

    private final SaleReports reports;
    private final SaleReportPages pages;
    private final CsvDownload download;
    private final ShopTimes times;

    SaleReportController(SaleReports reports, SaleReportPages pages, CsvDownload download, ShopTimes times) {
        this.reports = reports;
        this.pages = pages;
        this.download = download;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping(SALES)
    String sales(HttpServletRequest request, Model model) {
        var query = query(request);
        model.addAttribute("list", new ListView<>(query, reports.page(query)));
        return "report/sales";
    }

    @Needs(Duty.SEE)
    @GetMapping(SALES + ".csv")
    void salesCsv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                "sales",
                List.of("offer", "product", "opens", "closes", "units", "left", "closed_out"),
                (most, line) -> reports.forEach(query, most, sale -> line.accept(cells(sale))));
    }

    @Needs(Duty.SEE)
    @GetMapping(SALE)
    ModelAndView sale(@PathVariable OfferId offer, @RequestParam Optional<String> with, Locale locale) {
        return pages.page(offer, ALL, SALES, with, locale);
    }

    @Needs(Duty.SEE)
    @GetMapping(path = SALE, params = "part")
    void saleCsv(@PathVariable OfferId offer, @RequestParam String part, HttpServletResponse response)
            throws IOException {
        pages.csv(offer, ALL, part, response);
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/reports/slots/{slot:\\d+}")
    String slot(@PathVariable long slot, Model model) {
        model.addAttribute(
                "report", reports.ofSlot(slot).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        return "report/slot";
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(SaleReports.LIST, request.getParameterMap(), times.zone());
    }

    private Object[] cells(SaleLine sale) {
        var closedOut = sale.closedOutAt();
        return new Object[] {
            "offer:" + sale.offer(),
            sale.product(),
            times.at(sale.opensAt()).toOffsetDateTime(),
            times.at(sale.closesAt()).toOffsetDateTime(),
            sale.total(),
            sale.left(),
            closedOut == null ? "" : times.at(closedOut).toOffsetDateTime()
        };
    }
}
