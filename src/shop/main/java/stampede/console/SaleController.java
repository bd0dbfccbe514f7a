package stampede.console;

import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.counter.StockView;
import stampede.sale.PauseRequests;
import stampede.sale.SaleCounter;
import stampede.sale.SalePause;
import stampede.sale.SaleRefused;

/** How one offer sells, and the switch that stops it for a while. */
@Controller
class SaleController {

    private static final Logger log = LoggerFactory.getLogger(SaleController.class);

    private final SaleRowReader rows;
    private final SalePause gate;
    private final SaleCounter counter;
    private final PauseRequests requests;
    private final Clock clock;

    SaleController(SaleRowReader rows, SalePause gate, SaleCounter counter, PauseRequests requests, Clock clock) {
        this.rows = rows;
        this.gate = gate;
        this.counter = counter;
        this.requests = requests;
        this.clock = clock;
    }

    /** The offer; {@code done} and {@code acted} are what was just done to it. */
    @Needs(Duty.SEE)
    @GetMapping("/console/offers/{offer}")
    String sale(
            @PathVariable OfferId offer,
            @RequestParam Optional<Change> done,
            @RequestParam Optional<SaleAct> acted,
            Model model) {
        var row = show(offer, model);
        model.addAttribute("acts", SaleAct.at(clock.instant(), row.offer().window()));
        model.addAttribute(
                "cold",
                row.gate() == StockView.Gate.COLD
                        && row.offer().window().phaseAt(clock.instant()) == SaleWindow.Phase.UPCOMING);
        requests.of(offer)
                .filter(request -> request.isWaiting() && !row.paused())
                .ifPresent(request -> model.addAttribute("request", request));
        acted.ifPresent(act -> model.addAttribute("acted", act));
        done.ifPresent(change -> model.addAttribute("done", change));
        return "console/sale";
    }

    /** Asks whether it is meant; a page of its own, so that it works without scripts. */
    @Needs(Duty.RUN)
    @GetMapping("/console/offers/{offer}/pause")
    String askToPause(@PathVariable OfferId offer, Model model) {
        show(offer, model);
        return "console/pause";
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/offers/{offer}/pause")
    String pause(@PathVariable OfferId offer, @CurrentAccount SignedIn operator) {
        return change(offer, operator, Change.PAUSED, () -> gate.pause(operator, offer));
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/offers/{offer}/resume")
    String resume(@PathVariable OfferId offer, @CurrentAccount SignedIn operator) {
        return change(offer, operator, Change.RESUMED, () -> gate.resume(operator, offer));
    }

    /** Nothing is asked: an offer that is warm already stays as it is. */
    @Needs(Duty.RUN)
    @PostMapping("/console/offers/{offer}/warming")
    String warm(@PathVariable OfferId offer, @CurrentAccount SignedIn operator) {
        try {
            return change(offer, operator, Change.WARM, () -> counter.warm(operator, offer));
        } catch (SaleRefused opened) {
            return "redirect:/console/offers/" + offer + "?done=" + Change.TOO_LATE;
        }
    }

    private String change(OfferId offer, SignedIn operator, Change change, Runnable switching) {
        var told = change;
        try {
            switching.run();
        } catch (IllegalArgumentException unknown) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, unknown.getMessage(), unknown);
        } catch (DataAccessException unreachable) {
            log.warn("Offer {} was to be {} by {}; a server did not answer", offer, change, operator.id(), unreachable);
            told = Change.UNCERTAIN;
        }
        return "redirect:/console/offers/" + offer + "?done=" + told;
    }

    private SaleRow show(OfferId offer, Model model) {
        var row = rows.of(offer).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("row", row);
        return row;
    }

    /** What became of a wish to pause, to resume or to warm up. */
    enum Change {
        PAUSED,
        RESUMED,
        WARM,
        /** It opened meanwhile, or was stopped. */
        TOO_LATE,
        /** A seller asked for a pause, and it goes on. */
        DECLINED,
        /** A server did not answer: the figures show what holds, and the audit brings the counter after the ledger. */
        UNCERTAIN
    }
}
