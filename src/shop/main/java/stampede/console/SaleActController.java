package stampede.console;

import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.dao.DataAccessException;
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
import stampede.catalog.OfferId;
import stampede.desk.Confirmations;
import stampede.refusal.RefusalException;

/** What many feel of a sale: each act is asked about on a page of its own, with how the units stand now, and needs a reason. */
@Controller
class SaleActController {

    private static final Logger log = LoggerFactory.getLogger(SaleActController.class);

    private final SaleActQuestions questions;
    private final SaleActRunner acts;
    private final Confirmations confirmations;

    SaleActController(SaleActQuestions questions, SaleActRunner acts, Confirmations confirmations) {
        this.questions = questions;
        this.acts = acts;
        this.confirmations = confirmations;
    }

    @Needs(Duty.RUN)
    @GetMapping("/console/offers/{offer}/acts/{act}")
    ModelAndView ask(@PathVariable OfferId offer, @PathVariable SaleAct act, @CurrentAccount SignedIn operator) {
        var asked = find(operator, offer, act);
        return named(asked, confirmations.ask(asked.question()));
    }

    /** What cannot be is said on the same page, with what was typed in and how the units stand by now. */
    @Needs(Duty.RUN)
    @PostMapping("/console/offers/{offer}/acts/{act}")
    ModelAndView act(
            @PathVariable OfferId offer,
            @PathVariable SaleAct act,
            @RequestParam(defaultValue = "") String number,
            @CurrentAccount SignedIn operator,
            HttpServletRequest request) {
        var asked = find(operator, offer, act);
        var answer = confirmations.read(asked.question(), request);
        if (!answer.isYes()) {
            return named(asked, answer.again().orElseThrow());
        }
        try {
            acts.run(act, operator, asked, number, answer.reason());
            return new ModelAndView(
                    act == SaleAct.WITHDRAW
                            ? "redirect:/console?slot=" + asked.row().offer().slot()
                            : "redirect:/console/offers/" + offer + "?acted=" + act);
        } catch (RefusalException refused) {
            return named(
                    asked,
                    confirmations.refuse(
                            find(operator, offer, act).question(),
                            request,
                            refused.reason().status(),
                            refused.reason().messageKey() + ".text"));
        } catch (DataAccessException unreachable) {
            log.warn(
                    "{} was to be done to offer {} by {}; a server did not answer",
                    act,
                    offer,
                    operator.id(),
                    unreachable);
            return new ModelAndView("redirect:/console/offers/" + offer + "?done=" + SaleController.Change.UNCERTAIN);
        }
    }

    private SaleActQuestions.Asked find(SignedIn operator, OfferId offer, SaleAct act) {
        return questions.of(operator, offer, act).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private static ModelAndView named(SaleActQuestions.Asked asked, ModelAndView page) {
        return page.addObject("subject", asked.row().offer().name(LocaleContextHolder.getLocale()));
    }
}
