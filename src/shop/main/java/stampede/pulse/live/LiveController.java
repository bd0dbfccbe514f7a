package stampede.pulse.live;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.site.ShopTimes;

/** How offers sell, second by second, for operators. */
@Controller
class LiveController {

    private static final String BASE = "/console/live";
    private static final String OFFER = BASE + "/{offer}";

    /** More are in no slot. */
    private static final int MOST_ROWS = 50;

    private final LivePages pages;
    private final Catalog catalog;
    private final ShopTimes times;

    LiveController(LivePages pages, Catalog catalog, ShopTimes times) {
        this.pages = pages;
        this.catalog = catalog;
        this.times = times;
    }

    /** What sells now, and the slot that opens next. */
    @Needs(Duty.SEE)
    @GetMapping(BASE)
    String live(Model model) {
        var now = times.now();
        var selling = Stream.concat(
                        catalog.slots(times.today()).stream()
                                .filter(slot -> slot.window().phaseAt(now) == SaleWindow.Phase.OPEN)
                                .flatMap(slot -> catalog.offers(slot.id()).stream()),
                        catalog.coupons().stream())
                .filter(offer -> offer.window().phaseAt(now) == SaleWindow.Phase.OPEN)
                .limit(MOST_ROWS)
                .toList();
        model.addAttribute("rows", pages.rows(selling));
        Stream.of(times.today(), times.today().plusDays(1))
                .flatMap(day -> catalog.slots(day).stream())
                .filter(slot -> slot.window().phaseAt(now) == SaleWindow.Phase.UPCOMING)
                .min(Comparator.comparing(slot -> slot.window().opensAt()))
                .ifPresent(slot -> showNext(slot, model));
        model.addAttribute("refreshSeconds", 5);
        return "live/now";
    }

    private void showNext(Slot slot, Model model) {
        model.addAttribute("next", slot);
        model.addAttribute(
                "upcoming", catalog.offers(slot.id()).stream().limit(MOST_ROWS).toList());
    }

    @Needs(Duty.SEE)
    @GetMapping(BASE + "/slot/{slot}")
    String slot(@PathVariable SlotId slot, Model model) {
        var found = catalog.slot(slot).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("slot", found);
        model.addAttribute(
                "rows",
                pages.rows(catalog.offers(slot).stream().limit(MOST_ROWS).toList()));
        model.addAttribute("refreshSeconds", 5);
        return "live/slot";
    }

    @Needs(Duty.SEE)
    @GetMapping(OFFER)
    ModelAndView offer(@PathVariable String offer) {
        var found = pages.find(offer);
        return pages.page(found, base(found));
    }

    @Needs(Duty.SEE)
    @GetMapping(OFFER + "/events")
    ResponseEntity<SseEmitter> events(
            @PathVariable String offer, @RequestHeader("Last-Event-ID") Optional<String> lastEvent) {
        return pages.events(pages.find(offer), lastEvent);
    }

    @Needs(Duty.SEE)
    @GetMapping(OFFER + "/figures")
    ResponseEntity<LivePast> figures(@PathVariable String offer, @RequestParam Optional<String> since) {
        return pages.figures(pages.find(offer), since);
    }

    private static String base(Offer offer) {
        return BASE + "/" + offer.id();
    }
}
