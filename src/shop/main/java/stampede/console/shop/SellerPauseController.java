package stampede.console.shop;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.AccountId;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.desk.Confirm;
import stampede.desk.Confirmations;
import stampede.sale.SalePause;
import stampede.staff.AccountRecord;
import stampede.staff.AccountRecords;

/** Pauses whatever a locked seller has on sale or will have: a lock alone leaves it there, because the shop promised it. */
@Controller
class SellerPauseController {

    private static final Logger log = LoggerFactory.getLogger(SellerPauseController.class);

    private final AccountRecords records;
    private final SalePause pausing;
    private final Confirmations confirmations;

    SellerPauseController(AccountRecords records, SalePause pausing, Confirmations confirmations) {
        this.records = records;
        this.pausing = pausing;
        this.confirmations = confirmations;
    }

    @Needs(Duty.RUN)
    @GetMapping("/console/accounts/{account}/pause")
    ModelAndView ask(@PathVariable AccountId account) {
        return confirmations.ask(question(account, open(account)));
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/accounts/{account}/pause")
    ModelAndView pause(@PathVariable AccountId account, @CurrentAccount SignedIn operator, HttpServletRequest request) {
        var offers = open(account);
        var answer = confirmations.read(question(account, offers), request);
        return answer.again().orElseGet(() -> {
            offers.forEach(offer -> pause(operator, new OfferId(offer), answer.reason()));
            return new ModelAndView("redirect:/console/accounts/" + account + "?paused="
                    + (offers.size() - records.offersNotPaused(account).size()));
        });
    }

    /** Once the ledger has it, it holds: a Redis that cannot be told at once is told later, and must not keep the others on sale. */
    private void pause(SignedIn operator, OfferId offer, String reason) {
        try {
            pausing.pause(operator, offer, reason);
        } catch (DataAccessException unreachable) {
            log.warn("Offer {} was to be paused by {}; a server did not answer", offer, operator.id(), unreachable);
        }
    }

    private List<Long> open(AccountId account) {
        var locked = records.find(account)
                .filter(record -> record.role() == Role.SELLER && record.state() == AccountRecord.State.LOCKED);
        if (locked.isEmpty()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return records.offersNotPaused(account);
    }

    private static Confirmations.Question question(AccountId account, List<Long> offers) {
        return new Confirmations.Question(
                "pause all of account " + account,
                "/console/accounts/" + account + "/pause",
                "/console/accounts/" + account,
                "console.seller-pause",
                List.of(new Confirm.Figure("offers", offers.size())),
                "");
    }
}
