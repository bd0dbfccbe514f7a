package stampede.console;

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
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.counter.SalePause;

/** How one offer sells, and the switch that stops it for a while. */
@Controller
class SaleController {

    private static final Logger log = LoggerFactory.getLogger(SaleController.class);

    private final SaleRowReader rows;
    private final SalePause gate;

    SaleController(SaleRowReader rows, SalePause gate) {
        this.rows = rows;
        this.gate = gate;
    }

    /** The offer; {@code done} is what was just done to it. */
    @GetMapping("/console/offers/{offer}")
    String sale(@PathVariable OfferId offer, @RequestParam Optional<Change> done, Model model) {
        show(offer, model);
        done.ifPresent(change -> model.addAttribute("done", change));
        return "console/sale";
    }

    /** Asks whether it is meant; a page of its own, so that it works without scripts. */
    @GetMapping("/console/offers/{offer}/pause")
    String askToPause(@PathVariable OfferId offer, Model model) {
        show(offer, model);
        return "console/pause";
    }

    @PostMapping("/console/offers/{offer}/pause")
    String pause(@PathVariable OfferId offer, @CurrentAccount SignedIn operator) {
        return change(offer, operator, Change.PAUSED, () -> gate.pause(operator, offer));
    }

    @PostMapping("/console/offers/{offer}/resume")
    String resume(@PathVariable OfferId offer, @CurrentAccount SignedIn operator) {
        return change(offer, operator, Change.RESUMED, () -> gate.resume(operator, offer));
    }

    private String change(OfferId offer, SignedIn operator, Change change, Runnable switching) {
        var told = change;
        try {
            switching.run();
        } catch (IllegalArgumentException unknown) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, unknown.getMessage(), unknown);
        } catch (DataAccessException unreachable) {
            log.warn(
                    "Offer {} was to be {} by {}; a server did not answer",
                    offer,
                    change,
                    operator.username(),
                    unreachable);
            told = Change.UNCERTAIN;
        }
        return "redirect:/console/offers/" + offer + "?done=" + told;
    }

    private void show(OfferId offer, Model model) {
        var row = rows.of(offer).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("row", row);
    }

    /** What became of a wish to pause or resume. */
    enum Change {
        PAUSED,
        RESUMED,
        /** A server did not answer: the figures show what holds, and the audit brings the counter after the ledger. */
        UNCERTAIN
    }
}
