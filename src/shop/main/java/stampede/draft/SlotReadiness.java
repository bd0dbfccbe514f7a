package stampede.draft;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.draft.SlotCalendarRepository.SlotOffer;

/** Looks whether a slot is ready to open. */
@Component
public class SlotReadiness {

    /** More offers than that are not looked at one by one. */
    public static final int MOST = 500;

    private static final Duration WARM_BEFORE = Duration.ofMinutes(5);
    private static final int FEW = 10;

    private final SlotCalendarRepository slots;
    private final LiveStock stock;
    private final Clock clock;

    SlotReadiness(SlotCalendarRepository slots, LiveStock stock, Clock clock) {
        this.slots = slots;
        this.stock = stock;
        this.clock = clock;
    }

    /** Each of its offers with what is wrong with it, if anything is. */
    public List<Checked> check(SlotSummary slot) {
        var offers = slots.offers(slot.id(), MOST);
        var views = stock.of(offers.stream().map(SlotOffer::id).toList());
        return offers.stream()
                .map(offer -> new Checked(offer, problems(offer, slot.window(), views)))
                .toList();
    }

    private List<SlotProblem> problems(SlotOffer offer, SaleWindow window, Map<OfferId, StockView> views) {
        var problems = new ArrayList<SlotProblem>();
        var view = views.get(offer.id());
        if (mustBeWarm(window) && (view == null || view.gate() == StockView.Gate.COLD)) {
            problems.add(SlotProblem.NOT_WARM);
        }
        if (!offer.hasPicture()) {
            problems.add(SlotProblem.NO_PICTURE);
        }
        if (offer.price().compareTo(offer.listPrice()) > 0) {
            problems.add(SlotProblem.ABOVE_LIST_PRICE);
        }
        // Coupons cost nothing and are in a slot of their own.
        if (offer.price().times(FEW).compareTo(offer.listPrice()) < 0) {
            problems.add(SlotProblem.UNDER_A_TENTH);
        }
        return problems;
    }

    private boolean mustBeWarm(SaleWindow window) {
        var now = clock.instant();
        return !window.opensAt().isAfter(now.plus(WARM_BEFORE)) && window.phaseAt(now) != SaleWindow.Phase.ENDED;
    }

    /** An offer with what is wrong with it. */
    public record Checked(SlotOffer offer, List<SlotProblem> problems) {

        public Checked {
            problems = List.copyOf(problems);
        }
    }
}
