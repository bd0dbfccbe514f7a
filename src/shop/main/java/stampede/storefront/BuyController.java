package stampede.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;

/** The buy button. */
@Controller
class BuyController {

    private final Purchases purchases;
    private final OfferCards offerCards;
    private final BuyPage buyPage;
    private final PurchaseCookie cookie;

    BuyController(Purchases purchases, OfferCards offerCards, BuyPage buyPage, PurchaseCookie cookie) {
        this.purchases = purchases;
        this.offerCards = offerCards;
        this.buyPage = buyPage;
        this.cookie = cookie;
    }

    @PostMapping("/offers/{offer}/purchases")
    ModelAndView buy(
            @CurrentAccount Optional<SignedIn> account,
            @PathVariable OfferId offer,
            @RequestParam(defaultValue = "") String key,
            @RequestParam(defaultValue = "1") int units,
            @RequestParam(defaultValue = "") String addressId,
            @RequestParam(defaultValue = "") String address,
            @RequestParam(defaultValue = "") String proof,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        if (account.isEmpty()) {
            purchases.refuse(PurchaseRefusal.NOT_SIGNED_IN, offer);
            return Redirects.seeOther("/sign-in?continue=/offers/" + offer);
        }
        var form = BuyForm.of(key, units, addressId, address);
        model.addAttribute("form", form.withGoodKey());
        try {
            var attempt = purchases.admit(account.get(), request.getRemoteAddr(), offer);
            var line = buyPage.address(account.get(), form);
            var mistakes = buyPage.mistakes(form, line);
            if (!mistakes.isEmpty()) {
                buyPage.showAgain(
                        offerCards.card(offer).orElseThrow(PageNotFound::new), account.get(), form, mistakes, model);
                return new ModelAndView("storefront/offer", HttpStatus.UNPROCESSABLE_CONTENT);
            }
            var purchase = purchases.buy(new PurchaseRequest(
                    attempt,
                    offer,
                    form.units(),
                    line.orElseThrow(),
                    form.key(),
                    RoomCookies.pass(request, offer),
                    proof));
            cookie.add(purchase, request, response);
            return Redirects.seeOther("/purchases/" + purchase);
        } catch (PurchaseRefused refused) {
            RefusalPage.show(refused, response, model);
            model.addAttribute("offerId", offer);
            offerCards.card(offer).ifPresent(card -> {
                model.addAttribute("card", card);
                model.addAttribute("others", offerCards.others(card));
            });
            return new ModelAndView(ChallengePage.viewOf(refused, "/offers/" + offer + "/purchases", model));
        }
    }

    /** Where a reload, or the way back from signing in, leads. */
    @GetMapping("/offers/{offer}/purchases")
    ModelAndView back(@PathVariable OfferId offer) {
        return Redirects.seeOther("/offers/" + offer);
    }
}
