package stampede.storefront.coupon;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.coupon.CouponClaims;
import stampede.coupon.Coupons;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.site.ShopTimes;
import stampede.storefront.PageNotFound;
import stampede.storefront.Redirects;
import stampede.storefront.RefusalPage;

/** Coupons that can be had, and those of whoever is signed in. */
@Controller
class CouponController {

    private static final int COUPONS_PER_PAGE = 10;

    /** Beyond, nobody looks; the API has pages. */
    private static final int MOST_TO_HAVE = 100;

    private final CouponClaims claims;
    private final Coupons coupons;
    private final Purchases purchases;
    private final ShopTimes times;

    CouponController(CouponClaims claims, Coupons coupons, Purchases purchases, ShopTimes times) {
        this.claims = claims;
        this.coupons = coupons;
        this.purchases = purchases;
        this.times = times;
    }

    @GetMapping("/coupons")
    String coupons(
            @CurrentAccount Optional<SignedIn> account, @RequestParam(defaultValue = "0") int page, Model model) {
        if (page < 0) {
            throw new PageNotFound();
        }
        var shopper = account.filter(known -> known.role() == Role.SHOPPER);
        shopper.ifPresent(known -> {
            var found = coupons.of(known.id(), page, COUPONS_PER_PAGE);
            var now = times.now();
            model.addAttribute(
                    "mine",
                    found.items().stream()
                            .map(coupon -> CouponRow.of(coupon, now))
                            .toList());
            model.addAttribute("number", page);
            model.addAttribute("hasOlder", (page + 1L) * COUPONS_PER_PAGE < found.total());
        });
        model.addAttribute("cards", page == 0 ? cards(shopper) : List.of());
        return "storefront/coupons";
    }

    /** The way of every purchase; whoever waits longer than two seconds for it sees their place. */
    @PostMapping("/coupons/{coupon}/claims")
    ModelAndView claim(
            @CurrentAccount Optional<SignedIn> account,
            @PathVariable OfferId coupon,
            @RequestParam(defaultValue = "") String key,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model)
            throws InterruptedException {
        if (account.isEmpty()) {
            purchases.refuse(PurchaseRefusal.NOT_SIGNED_IN, coupon);
            return Redirects.seeOther("/sign-in?continue=/coupons");
        }
        try {
            var attempt = purchases.admit(account.get(), request.getRemoteAddr(), coupon);
            var claim = claims.claim(attempt, coupon, PurchaseRequest.isIdempotencyKey(key) ? key : newKey());
            return claim.coupon().isPresent()
                    ? Redirects.seeOther("/coupons?had=" + coupon + "#mine")
                    : Redirects.seeOther("/purchases/" + claim.purchase());
        } catch (PurchaseRefused refused) {
            coupons(account, 0, model);
            RefusalPage.show(refused, response, model);
            return new ModelAndView("storefront/coupons");
        }
    }

    /** Where a reload, or the way back from signing in, leads. */
    @GetMapping("/coupons/{coupon}/claims")
    ModelAndView back(@PathVariable OfferId coupon) {
        return Redirects.seeOther("/coupons");
    }

    private List<CouponCard> cards(Optional<SignedIn> shopper) {
        var toBeHad = claims.toBeHad().stream().limit(MOST_TO_HAVE).toList();
        var offers = toBeHad.stream().map(coupon -> coupon.terms().offer()).toList();
        Set<OfferId> mine =
                shopper.map(known -> coupons.had(known.id(), offers)).orElse(Set.of());
        var now = times.now();
        return toBeHad.stream()
                .map(coupon -> CouponCard.of(
                        coupon, now, newKey(), mine.contains(coupon.terms().offer())))
                .toList();
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }
}
