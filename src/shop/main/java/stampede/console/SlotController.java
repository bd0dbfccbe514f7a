package stampede.console;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Optional;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.catalog.Catalog;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.console.tonight.OverviewReader;

/** Whether all is well tonight; below it the slots of a day, and how the offers of one of them sell. */
@Controller
class SlotController {

    private final Catalog catalog;
    private final SaleRowReader rows;
    private final OverviewReader overview;
    private final ConsoleProperties properties;
    private final Clock clock;

    SlotController(
            Catalog catalog, SaleRowReader rows, OverviewReader overview, ConsoleProperties properties, Clock clock) {
        this.catalog = catalog;
        this.rows = rows;
        this.overview = overview;
        this.properties = properties;
        this.clock = clock;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console")
    String day(
            @RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) Optional<LocalDate> date,
            @RequestParam Optional<SlotId> slot,
            @RequestParam(defaultValue = "0") int page,
            Model model) {
        var chosen = slot.flatMap(catalog::slot).or(() -> opening(date));
        var day = chosen.map(this::dayOf).or(() -> date).orElseGet(this::today);
        model.addAttribute("overview", overview.read());
        model.addAttribute("day", day);
        model.addAttribute("today", today());
        model.addAttribute("rabbitManagement", properties.rabbitManagement());
        model.addAttribute(
                "slots",
                catalog.slots(day).stream()
                        .map(link -> SlotLink.of(link, chosen, clock.instant()))
                        .toList());
        chosen.ifPresent(found -> show(found, page, model));
        return "console/day";
    }

    private void show(Slot slot, int page, Model model) {
        var offers = OfferPage.of(catalog.offers(slot.id()), page, properties.offersPerPage());
        model.addAttribute("chosen", slot);
        model.addAttribute("offers", offers);
        model.addAttribute("rows", rows.rows(offers.offers()));
    }

    /** Today opens on the slot that sells, other days on their first. */
    private Optional<Slot> opening(Optional<LocalDate> date) {
        return date.filter(day -> !day.equals(today()))
                .map(day -> catalog.slots(day).stream().findFirst())
                .orElseGet(catalog::runningSlot);
    }

    private LocalDate today() {
        return LocalDate.now(clock.withZone(catalog.zone()));
    }

    private LocalDate dayOf(Slot slot) {
        return LocalDate.ofInstant(slot.window().opensAt(), catalog.zone());
    }
}
