package stampede.seller.offer;

import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.desk.DeskForm;
import stampede.draft.OfferLine;
import stampede.draft.OfferSearchRepository;
import stampede.draft.OfferStanding;
import stampede.report.LiveFigures;
import stampede.sale.PauseRequests;
import stampede.sale.SellerSales;
import stampede.site.ShopTimes;

/** Draws the page of one offer of a seller's: what is another's is not there. */
@Component
class SellerSalePages {

    private final OfferSearchRepository offers;
    private final LiveFigures figures;
    private final SellerSales sales;
    private final PauseRequests pauses;
    private final ShopTimes times;

    SellerSalePages(
            OfferSearchRepository offers,
            LiveFigures figures,
            SellerSales sales,
            PauseRequests pauses,
            ShopTimes times) {
        this.offers = offers;
        this.figures = figures;
        this.sales = sales;
        this.pauses = pauses;
        this.times = times;
    }

    /** The offer of that number; what is no number is none. */
    OfferLine find(SignedIn seller, String offer) {
        return Optional.of(offer)
                .filter(text -> text.matches("[1-9]\\d{0,17}|[1-8]\\d{18}"))
                .flatMap(number -> offers.find(OfferId.of(number), Scope.of(seller)))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    /** The page with its forms as they are before anybody filled one in. */
    ModelAndView page(OfferLine line) {
        return page(line, DeskForm.of(Map.of(), 0), "");
    }

    /**
     * The same with one form as somebody filled it in.
     *
     * @param open which of the forms is open: the last part of its address; empty for none
     */
    ModelAndView page(OfferLine line, DeskForm form, String open) {
        var offer = new OfferId(line.id());
        var now = times.now();
        var standing = line.standing(now);
        var upcoming = standing == OfferStanding.UPCOMING;
        var live = upcoming || standing == OfferStanding.OPEN;
        var page = new ModelAndView("seller/offer")
                .addObject("line", line)
                .addObject("standing", standing)
                .addObject("form", form)
                .addObject("open", open)
                .addObject("mayAdd", live && line.units() < sales.mostUnits())
                .addObject("mostUnits", sales.mostUnits())
                .addObject("mayPrice", upcoming && sales.mayChangePrice())
                .addObject("mayAsk", live);
        figures.of(offer).ifPresent(found -> page.addObject("figures", found));
        pauses.of(offer).ifPresent(found -> page.addObject("pause", found));
        return page;
    }
}
