package stampede.console;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListField;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.settlement.Settlement;
import stampede.settlement.SettlementSearchRepository;
import stampede.site.ShopTimes;

/** Sales that are closed out, newest first; each with the way to its proof. */
@Controller
class SettlementListController {

    private static final ListSpec LIST = new ListSpec(
            "/console/settlements",
            "console.settlements",
            List.of(ListField.moment("from"), ListField.moment("to")),
            List.of(ListSort.by("settled", "settled_ms", "offer_id")));

    private final SettlementSearchRepository settlements;
    private final Catalog catalog;
    private final CsvDownload download;
    private final ShopTimes times;

    SettlementListController(
            SettlementSearchRepository settlements, Catalog catalog, CsvDownload download, ShopTimes times) {
        this.settlements = settlements;
        this.catalog = catalog;
        this.download = download;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/settlements")
    String list(HttpServletRequest request, Model model) {
        var query = query(request);
        var page = settlements.page(query);
        model.addAttribute("list", new ListView<>(query, page));
        model.addAttribute("rows", page.rows().stream().map(this::row).toList());
        return "console/settlements";
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/settlements.csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                List.of("offer", "settled", "total", "left", "movements", "head"),
                (most, line) -> settlements.forEach(
                        query,
                        most,
                        settlement -> line.accept(new Object[] {
                            "offer:" + settlement.offer(),
                            times.at(settlement.at()).toOffsetDateTime(),
                            settlement.total(),
                            settlement.available(),
                            settlement.lines(),
                            settlement.head()
                        })));
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }

    private Row row(Settlement settlement) {
        var name = catalog.offer(settlement.offer())
                .map(Offer::name)
                .orElse(settlement.offer().toString());
        return new Row(settlement, name);
    }

    /** A sale with the name of what was sold, or its number if that is not known any more. */
    record Row(Settlement settlement, String name) {}
}
