package stampede.console;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.desk.CsvWriter;
import stampede.money.Money;
import stampede.settlement.Settlement;
import stampede.settlement.SettlementReports;
import stampede.stock.StockLedger;

/** The proof of a sale, to look at, to print and to take away: where every unit went, and the chain that seals it. */
@Controller
class SettlementController {

    private static final int SIZE = 200;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private final SettlementReports reports;
    private final StockLedger ledger;
    private final Catalog catalog;

    SettlementController(SettlementReports reports, StockLedger ledger, Catalog catalog) {
        this.reports = reports;
        this.ledger = ledger;
        this.catalog = catalog;
    }

    /** A page of orders begins behind {@code after}. The first one follows the chain anew. */
    @Needs(Duty.SEE)
    @GetMapping("/console/offers/{offer}/settlement")
    String settlement(@PathVariable OfferId offer, @RequestParam(defaultValue = "0") long after, Model model) {
        var lines = reports.page(known(offer), Math.max(0, after), SIZE);
        var sums = reports.sums(offer);
        model.addAttribute("offer", offer);
        model.addAttribute("name", name(offer));
        model.addAttribute("settlement", reports.find(offer).orElse(null));
        model.addAttribute("faults", after > 0 ? reports.faultsSeen(offer) : reports.faults(offer));
        model.addAttribute("sums", sums);
        model.addAttribute("paid", new Money(sums.paidFen()));
        model.addAttribute("back", new Money(sums.backFen()));
        model.addAttribute("lines", lines);
        model.addAttribute("next", lines.size() == SIZE ? lines.get(SIZE - 1).order() : 0);
        return "console/settlement";
    }

    /** Numbers of orders and shoppers carry a word before them: a spreadsheet would round nineteen digits. */
    @Needs(Duty.SEE)
    @GetMapping("/console/offers/{offer}/settlement.csv")
    void csv(@PathVariable OfferId offer, HttpServletResponse response) throws IOException {
        var zone = catalog.zone();
        var settled = reports.find(known(offer));
        response.setContentType("text/csv");
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader("Content-Disposition", "attachment; filename=\"settlement-" + offer + ".csv\"");
        var csv = new CsvWriter(response.getWriter());
        csv.line("offer:" + offer, name(offer), "times in " + zone);
        csv.line(
                "settled",
                time(settled.map(Settlement::at), zone),
                "chain",
                settled.map(Settlement::head).orElse(""));
        csv.line(
                "line",
                "number",
                "shopper",
                "status",
                "units",
                "left",
                "reserved",
                "taken",
                "paid",
                "paid fen",
                "shipped",
                "finished",
                "closed",
                "returned",
                "refunded",
                "refunded fen");
        var left = new int[1];
        reports.forEachLine(
                offer,
                line -> {
                    left[0] += line.units();
                    csv.line(line.kind(), "", "", "", line.units(), left[0], "", time(Optional.of(line.at()), zone));
                },
                line -> {
                    left[0] -= line.holds() ? line.units() : 0;
                    csv.line(
                            "ORDER",
                            "order:" + line.order(),
                            "shopper:" + line.shopper(),
                            line.status(),
                            line.units(),
                            left[0],
                            time(Optional.of(line.reserved()), zone),
                            time(line.taken(), zone),
                            time(line.paid(), zone),
                            line.paidFen(),
                            time(line.shipped(), zone),
                            time(line.finished(), zone),
                            time(line.closed(), zone),
                            time(line.returned(), zone),
                            time(line.back(), zone),
                            line.backFen());
                });
        csv.line("LEFT", "", "", "", left[0], left[0]);
    }

    private OfferId known(OfferId offer) {
        return ledger.terms(offer)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND))
                .offer();
    }

    private String name(OfferId offer) {
        return catalog.offer(offer).map(Offer::name).orElse("");
    }

    private static String time(Optional<Instant> at, ZoneId zone) {
        return at.map(instant -> TIME.format(instant.atZone(zone))).orElse("");
    }
}
