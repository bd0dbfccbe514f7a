package stampede.seller.offer;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.desk.DeskForm;
import stampede.money.Money;
import stampede.sale.PauseRequests;
import stampede.sale.SaleRefusal;
import stampede.sale.SaleRefused;
import stampede.sale.SellerSales;

/** How one offer of the seller who is signed in sells, and what they do about it: more units, another price, a wish for a pause. */
@Controller
class SellerSaleController {

    private static final Logger log = LoggerFactory.getLogger(SellerSaleController.class);
    private static final String OFFER = "/seller/offers/{offer}";

    private final SellerSalePages pages;
    private final SellerSales sales;
    private final PauseRequests pauses;

    SellerSaleController(SellerSalePages pages, SellerSales sales, PauseRequests pauses) {
        this.pages = pages;
        this.sales = sales;
        this.pauses = pauses;
    }

    /** The offer; {@code done} is what was just done to it. */
    @GetMapping(OFFER)
    ModelAndView offer(@CurrentAccount SignedIn seller, @PathVariable String offer, @RequestParam Optional<Deed> done) {
        return pages.page(pages.find(seller, offer)).addObject("done", done.orElse(null));
    }

    @PostMapping(OFFER + "/units")
    ModelAndView addUnits(@CurrentAccount SignedIn seller, @PathVariable String offer, HttpServletRequest request) {
        var form = DeskForm.of(request, List.of("more", "unitsReason"));
        return act(
                seller,
                offer,
                form,
                Deed.UNITS,
                id -> sales.add(seller, id, whole(form.value("more")), form.version(), form.value("unitsReason")));
    }

    @PostMapping(OFFER + "/price")
    ModelAndView changePrice(@CurrentAccount SignedIn seller, @PathVariable String offer, HttpServletRequest request) {
        var form = DeskForm.of(request, List.of("price", "priceReason"));
        return act(
                seller,
                offer,
                form,
                Deed.PRICE,
                id -> sales.changePrice(seller, id, yuan(form.value("price")), form.value("priceReason")));
    }

    @PostMapping(OFFER + "/pause-request")
    ModelAndView askForPause(@CurrentAccount SignedIn seller, @PathVariable String offer, HttpServletRequest request) {
        var form = DeskForm.of(request, List.of("pauseReason"));
        return act(seller, offer, form, Deed.PAUSE_ASKED, id -> pauses.ask(seller, id, form.value("pauseReason")));
    }

    @PostMapping(OFFER + "/pause-request/withdrawal")
    ModelAndView takeBack(@CurrentAccount SignedIn seller, @PathVariable String offer, HttpServletRequest request) {
        return act(
                seller,
                offer,
                DeskForm.of(request, List.of()),
                Deed.PAUSE_TAKEN_BACK,
                id -> pauses.takeBack(seller, id));
    }

    /** Where a reload leads. */
    @GetMapping({OFFER + "/units", OFFER + "/price", OFFER + "/pause-request", OFFER + "/pause-request/withdrawal"})
    String back(@CurrentAccount SignedIn seller, @PathVariable String offer) {
        return "redirect:/seller/offers/" + pages.find(seller, offer).id();
    }

    private ModelAndView act(SignedIn seller, String offer, DeskForm form, Deed deed, Act act) {
        var id = new OfferId(pages.find(seller, offer).id());
        var told = deed;
        try {
            act.on(id);
        } catch (SaleRefused refused) {
            return refused(pages.find(seller, offer).id(), seller, form, deed, refused.reason());
        } catch (DataAccessException unreachable) {
            log.warn("{} of offer {} by {}; a server did not answer", deed, id, seller.id(), unreachable);
            told = Deed.UNCERTAIN;
        }
        return new ModelAndView("redirect:/seller/offers/" + id + "?done=" + told);
    }

    private ModelAndView refused(long offer, SignedIn seller, DeskForm form, Deed deed, SaleRefusal reason) {
        var key = reason.messageKey() + ".text";
        var field = deed.field(reason);
        field.ifPresent(name -> form.errors().reject(name, key));
        var page = pages.page(pages.find(seller, Long.toString(offer)), form, deed.form);
        if (field.isEmpty()) {
            page.addObject("alert", key);
        }
        page.setStatus(reason.status());
        return page;
    }

    /** What is no amount is a price that no sale takes. */
    private static Money yuan(String number) {
        try {
            return Money.ofYuan(number);
        } catch (IllegalArgumentException unreadable) {
            return new Money(0);
        }
    }

    /** No number at all is none that a sale takes, so it is refused as such. */
    private static int whole(String number) {
        return number.matches("\\d{1,9}") ? Integer.parseInt(number) : 0;
    }

    /** What is done to an offer of this number. */
    private interface Act {
        void on(OfferId offer);
    }

    /** What a seller did to an offer; its messages are {@code seller.offer.done.NAME}. */
    enum Deed {
        UNITS("units", "more", "unitsReason"),
        PRICE("price", "price", "priceReason"),
        PAUSE_ASKED("pause", "pauseReason", "pauseReason"),
        PAUSE_TAKEN_BACK("pause", "", ""),
        /** A server did not answer: the figures show what holds. */
        UNCERTAIN("", "", "");

        private final String form;
        private final String number;
        private final String reason;

        Deed(String form, String number, String reason) {
            this.form = form;
            this.number = number;
            this.reason = reason;
        }

        /** The field that it is about; empty if it is about the sale as it stands. */
        Optional<String> field(SaleRefusal refusal) {
            return switch (refusal) {
                case BAD_REASON -> Optional.of(reason);
                case BAD_TOTAL, BAD_PRICE, TOO_MANY_UNITS, UNITS_ONLY_GROW -> Optional.of(number);
                case CHANGED_MEANWHILE,
                        UNITS_SOLD,
                        BAD_LIMIT,
                        BAD_ADDRESS_LIMIT,
                        CLOSED_OUT,
                        STOPPED,
                        NOT_ON_SALE,
                        OPENED,
                        SALE_OVER,
                        NO_SUCH_OFFER,
                        APPROVAL_NEEDED,
                        PAUSED_ALREADY,
                        PAUSE_ASKED,
                        NOT_ASKED,
                        COUNTER_BUSY -> Optional.empty();
            };
        }
    }
}
