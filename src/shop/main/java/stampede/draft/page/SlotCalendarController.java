package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.catalog.SlotId;
import stampede.desk.DeskForm;
import stampede.draft.DraftRefused;
import stampede.draft.OwnSlots;
import stampede.draft.SlotCalendarRepository;
import stampede.draft.SlotReadiness;
import stampede.draft.SlotSummary;
import stampede.site.ShopTimes;

/** Two weeks of slots, one slot with its check, and the way to make one. */
@Controller
class SlotCalendarController {

    private static final int DAYS = 14;
    private static final int MOST_SLOTS = 1_000;

    /** Further away is nothing that a person looks for, and much further nothing that a column holds. */
    private static final int FURTHEST_YEAR = 9_000;

    private static final List<String> FIELDS = List.of("opens", "closes");

    private final SlotCalendarRepository slots;
    private final SlotReadiness readiness;
    private final OwnSlots own;
    private final ShopTimes times;

    SlotCalendarController(SlotCalendarRepository slots, SlotReadiness readiness, OwnSlots own, ShopTimes times) {
        this.slots = slots;
        this.readiness = readiness;
        this.own = own;
        this.times = times;
    }

    /** From a day on, or from today; {@code all} shows slots without offers, too. */
    @Needs(Duty.SEE)
    @GetMapping("/console/slots")
    ModelAndView calendar(
            @RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) Optional<LocalDate> from,
            @RequestParam(defaultValue = "true") boolean all) {
        return page(
                from.filter(day -> day.getYear() > 1970 && day.getYear() < FURTHEST_YEAR)
                        .orElseGet(times::today),
                all,
                DeskForm.of(Map.of(), 0),
                HttpStatus.OK);
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/slots")
    ModelAndView make(@CurrentAccount SignedIn operator, HttpServletRequest request) {
        var form = DeskForm.of(request, FIELDS);
        var window = DraftForm.window(form.value("opens") + "/" + form.value("closes"), times.zone());
        if (window.isPresent()) {
            try {
                return new ModelAndView("redirect:/console/slots/" + own.make(operator, window.get()));
            } catch (DraftRefused refused) {
                form.errors().reject("opens", refused.reason().messageKey() + ".text");
                return page(times.today(), true, form, refused.reason().status());
            }
        }
        form.errors().reject("opens", "draft.form.opens");
        return page(times.today(), true, form, HttpStatus.UNPROCESSABLE_CONTENT);
    }

    /** What is in it, and what is not ready. */
    @Needs(Duty.SEE)
    @GetMapping("/console/slots/{slot}")
    ModelAndView slot(@PathVariable String slot) {
        var found = slots.find(new SlotId(DraftPages.number(slot)))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        var checked = readiness.check(found);
        return new ModelAndView("draft/slot")
                .addObject("slot", found)
                .addObject("phase", found.window().phaseAt(times.now()))
                .addObject("checked", checked)
                .addObject(
                        "wrong",
                        checked.stream()
                                .filter(one -> !one.problems().isEmpty())
                                .count());
    }

    private ModelAndView page(LocalDate from, boolean all, DeskForm form, HttpStatus status) {
        var until = from.plusDays(DAYS);
        var days = new TreeMap<LocalDate, List<SlotSummary>>(Stream.iterate(from, day -> day.plusDays(1))
                .limit(DAYS)
                .collect(Collectors.toMap(day -> day, day -> List.of())));
        days.putAll(slots
                .opening(
                        from.atStartOfDay(times.zone()).toInstant(),
                        until.atStartOfDay(times.zone()).toInstant(),
                        MOST_SLOTS)
                .stream()
                .filter(slot -> all || slot.offers() > 0)
                .collect(Collectors.groupingBy(
                        slot -> times.at(slot.window().opensAt()).toLocalDate())));
        return new ModelAndView("draft/slots", status)
                .addObject("days", days)
                .addObject("from", from)
                .addObject("before", from.minusDays(DAYS))
                .addObject("until", until)
                .addObject("today", times.today())
                .addObject("all", all)
                .addObject("form", form);
    }
}
