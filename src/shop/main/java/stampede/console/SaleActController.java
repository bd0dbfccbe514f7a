package stampede.console;

import jakarta.servlet.http.HttpServletResponse;
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
import stampede.money.Money;
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

    private final SaleRowReader rows;
    private final SaleUnits units;
    private final SaleLimit limit;
    private final SalePrice price;
    private final SaleStop stopping;
    private final SaleWithdrawal withdrawal;

    SaleActController(
            SaleRowReader rows,
            SaleUnits units,
            SaleLimit limit,
            SalePrice price,
            SaleStop stopping,
            SaleWithdrawal withdrawal) {
        this.rows = rows;
        this.units = units;
        this.limit = limit;
        this.price = price;
        this.stopping = stopping;
        this.withdrawal = withdrawal;
    }

    @Needs(Duty.RUN)
    @GetMapping("/console/offers/{offer}/acts/{act}")
    String ask(@PathVariable OfferId offer, @PathVariable SaleAct act, Model model) {
        model.addAttribute("row", find(offer));
        model.addAttribute("act", act);
        model.addAttribute(
                "units", units.look(offer).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        return "console/sale-act";
    }

    /** What cannot be is said on the same page, with what was typed in and how the units stand by now. */
    @Needs(Duty.RUN)
    @PostMapping("/console/offers/{offer}/acts/{act}")
    String act(
            @PathVariable OfferId offer,
            @PathVariable SaleAct act,
            @RequestParam(defaultValue = "") String number,
            @RequestParam(defaultValue = "-1") long seen,
            @RequestParam(defaultValue = "") String reason,
            @CurrentAccount SignedIn operator,
            HttpServletResponse response,
            Model model) {
        var shown = find(offer).offer();
        try {
            switch (act) {
                case ADD -> units.add(operator, offer, whole(number), seen, reason);
                case TAKE_OFF -> units.takeOff(operator, offer, whole(number), seen, reason);
                case LIMIT -> limit.change(operator, offer, whole(number), reason);
                case PRICE -> price.change(operator, offer, shown.price(), yuan(number), reason);
                case STOP -> stopping.stop(operator, offer, reason);
                case WITHDRAW -> {
                    withdrawal.withdraw(operator, offer, reason);
                    return "redirect:/console?slot=" + shown.slot();
                }
            }
            return "redirect:/console/offers/" + offer + "?acted=" + act;
        } catch (SaleRefused refused) {
            response.setStatus(refused.reason().status().value());
            model.addAttribute("refusal", refused.reason());
            model.addAttribute("number", number);
            model.addAttribute("reason", reason);
            return ask(offer, act, model);
        } catch (DataAccessException unreachable) {
            log.warn(
                    "{} was to be done to offer {} by {}; a server did not answer",
                    act,
                    offer,
                    operator.username(),
                    unreachable);
            return "redirect:/console/offers/" + offer + "?done=" + SaleController.Change.UNCERTAIN;
        }
    }

    private SaleRow find(OfferId offer) {
        return rows.of(offer).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
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
