package stampede.storefront;

import jakarta.servlet.http.HttpServletResponse;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.site.PageFingerprintHeader;
import stampede.site.ProxyCacheHeader;
import stampede.site.ShopTimes;

/** The home page: a day's slots, and the offers of one of them. */
@Controller
class HomeController {

    private static final int MOST_OF_NEXT = 6;

    private final Catalog catalog;
    private final OfferCards offerCards;
    private final ShopTimes times;
    private final StorefrontProperties properties;

    HomeController(Catalog catalog, OfferCards offerCards, ShopTimes times, StorefrontProperties properties) {
        this.catalog = catalog;
        this.offerCards = offerCards;
        this.times = times;
        this.properties = properties;
    }

    @GetMapping("/")
    String home(@RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) Optional<LocalDate> date, Model model) {
        var day = date.orElseGet(times::today);
        if (!SlotDay.canBeSeen(day, times.today(), properties.daysAround())) {
            throw new PageNotFound();
        }
        show(day, opening(day), 1, model);
        return "storefront/home";
    }

    @GetMapping("/slots/{slot}")
    String slot(@PathVariable SlotId slot, @RequestParam(defaultValue = "1") int page, Model model) {
        var chosen = catalog.slot(slot).orElseThrow(PageNotFound::new);
        show(times.at(chosen.window().opensAt()).toLocalDate(), Optional.of(chosen), page, model);
        return "storefront/home";
    }

    /** What a tab loads, and what is put behind the first offers. */
    @GetMapping(
            path = "/slots/{slot}",
            headers = {"HX-Request", "!HX-History-Restore-Request"})
    String panel(@PathVariable SlotId slot, @RequestParam(defaultValue = "1") int page, Model model) {
        show(catalog.slot(slot).orElseThrow(PageNotFound::new), page, model);
        return page > 1 ? "storefront/slot :: part" : "storefront/slot :: slot";
    }

    /** The numbers of a page of a slot's offers, or 204 if they are those that the page has. For nginx as those of an offer. */
    @GetMapping("/slots/{slot}/stock")
    ModelAndView stock(
            @PathVariable SlotId slot,
            @RequestParam(defaultValue = "1") int page,
            @RequestParam(defaultValue = "") String seen,
            HttpServletResponse response,
            Model model) {
        var chosen = catalog.slot(slot).orElseThrow(PageNotFound::new);
        show(chosen, page, model);
        if (tab(chosen, true).phase() != SaleWindow.Phase.UPCOMING) {
            response.setHeader(ProxyCacheHeader.HEADER, ProxyCacheHeader.A_MOMENT);
        }
        response.setHeader(PageFingerprintHeader.HEADER, String.valueOf(model.getAttribute("seen")));
        return seen.equals(model.getAttribute("seen"))
                ? Redirects.nothingNew()
                : new ModelAndView("storefront/slot :: stock", HttpStatus.OK);
    }

    /** Today opens on the slot that sells, other days on their first. */
    private Optional<Slot> opening(LocalDate day) {
        return day.equals(times.today())
                ? catalog.runningSlot()
                : catalog.slots(day).stream().findFirst();
    }

    private void show(LocalDate day, Optional<Slot> chosen, int page, Model model) {
        model.addAttribute("day", SlotDay.of(day, times.today(), properties.daysAround(), tabs(day, chosen)));
        chosen.ifPresent(slot -> show(slot, page, model));
    }

    private void show(Slot slot, int page, Model model) {
        var part = offerCards.page(slot.id(), page);
        var hero = part.hasPrevious()
                ? Optional.<OfferCard>empty()
                : part.cards().stream()
                        .filter(OfferCard::isToHave)
                        .findFirst()
                        .or(() -> part.pages() > 1 ? offerCards.firstToHave(slot.id()) : Optional.empty());
        var cards = heroFirst(hero, part.cards());
        model.addAttribute("chosen", tab(slot, true));
        model.addAttribute("part", part);
        model.addAttribute("cards", cards);
        model.addAttribute("more", "/slots/" + slot.id() + "?page=");
        model.addAttribute("hero", hero.orElse(null));
        model.addAttribute("lead", hero.map(LeadPicture::ofHero).orElse(null));
        model.addAttribute("next", next(slot).orElse(null));
        model.addAttribute("seen", PageFingerprint.of(cards));
    }

    private static List<OfferCard> heroFirst(Optional<OfferCard> hero, List<OfferCard> cards) {
        return Stream.concat(
                        hero.stream(),
                        cards.stream().filter(card -> hero.filter(card::equals).isEmpty()))
                .toList();
    }

    /** The next slot with offers that opens after the chosen one, today or tomorrow, and its first offers. */
    private Optional<NextSlot> next(Slot chosen) {
        var today = times.today();
        return Stream.of(today, today.plusDays(1))
                .flatMap(day -> catalog.slots(day).stream())
                .filter(slot -> slot.window().opensAt().isAfter(chosen.window().opensAt())
                        && slot.window().opensAt().isAfter(times.now()))
                .map(slot -> new NextSlot(
                        slot,
                        catalog.offers(slot.id()).stream().limit(MOST_OF_NEXT).toList()))
                .filter(next -> !next.offers().isEmpty())
                .findFirst();
    }

    private List<SlotDay.Tab> tabs(LocalDate day, Optional<Slot> chosen) {
        return catalog.slots(day).stream()
                .map(slot -> tab(slot, chosen.filter(slot::equals).isPresent()))
                .toList();
    }

    private SlotDay.Tab tab(Slot slot, boolean chosen) {
        return new SlotDay.Tab(slot, slot.window().phaseAt(times.now()), chosen);
    }

    /** The sale after the one that is shown. */
    record NextSlot(Slot slot, List<Offer> offers) {}
}
