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
import stampede.money.Money;
import stampede.sale.SaleCounter;
import stampede.sale.SaleLimit;
import stampede.sale.SalePrice;
import stampede.sale.SaleRefused;
import stampede.sale.SaleStop;
import stampede.sale.SaleUnits;
import stampede.sale.SaleWithdrawal;

/** What many feel of a sale: each act is asked about on a page of its own, with how the units stand now, and needs a reason. */
@Controller
class SaleActController {

    private static final Logger log = LoggerFactory.getLogger(SaleActController.class);

    private final SaleActQuestions questions;
    private final SaleUnits units;
    private final SaleLimit limit;
    private final SalePrice price;
    private final SaleStop stopping;
    private final SaleWithdrawal withdrawal;
    private final SaleCounter counter;
    private final Confirmations confirmations;

    SaleActController(
            SaleActQuestions questions,
            SaleUnits units,
            SaleLimit limit,
            SalePrice price,
            SaleStop stopping,
            SaleWithdrawal withdrawal,
            SaleCounter counter,
            Confirmations confirmations) {
        this.questions = questions;
        this.units = units;
        this.limit = limit;
        this.price = price;
        this.stopping = stopping;
        this.withdrawal = withdrawal;
        this.counter = counter;
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
            run(act, operator, asked, number, answer.reason());
            return new ModelAndView(
                    act == SaleAct.WITHDRAW
                            ? "redirect:/console?slot=" + asked.row().offer().slot()
                            : "redirect:/console/offers/" + offer + "?acted=" + act);
        } catch (SaleRefused refused) {
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

    private void run(SaleAct act, SignedIn operator, SaleActQuestions.Asked asked, String number, String reason) {
        var offer = asked.row().offer().id();
        var seen = asked.units().version();
        switch (act) {
            case ADD -> units.add(operator, offer, whole(number), seen, reason);
            case TAKE_OFF -> units.takeOff(operator, offer, whole(number), seen, reason);
            case LIMIT -> limit.change(operator, offer, whole(number), reason);
            case PRICE -> price.change(operator, offer, asked.row().offer().price(), yuan(number), reason);
            case STOP -> stopping.stop(operator, offer, reason);
            case WITHDRAW -> withdrawal.withdraw(operator, offer, reason);
            case REBUILD -> counter.rebuild(operator, offer, reason);
        }
    }

    private SaleActQuestions.Asked find(SignedIn operator, OfferId offer, SaleAct act) {
        return questions.of(operator, offer, act).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private static ModelAndView named(SaleActQuestions.Asked asked, ModelAndView page) {
        return page.addObject("subject", asked.row().offer().name(LocaleContextHolder.getLocale()));
    }

    /** What is no amount is a price that no sale takes. */
    private static Money yuan(String number) {
        try {
            return Money.ofYuan(number.strip());
        } catch (IllegalArgumentException unreadable) {
            return new Money(0);
        }
    }

    /** No number at all is none that a sale takes, so it is refused as such. */
    private static int whole(String number) {
        var digits = number.strip();
        return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : 0;
    }
}
