package stampede.seller.coupon;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.coupon.CouponOffer;
import stampede.coupon.CouponSearchRepository;
import stampede.coupon.CouponStop;
import stampede.coupon.Coupons;
import stampede.desk.Confirm;
import stampede.desk.Confirmations;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.sale.SaleRefusal;
import stampede.sale.SaleRefused;
import stampede.site.ShopTimes;

/** A coupon of a seller's: how it goes, who has one, and its end. Another seller's is not there. */
@Controller
class SellerCouponPageController {

    private static final String PATH = "/seller/coupons/";

    private final Coupons coupons;
    private final CouponSearchRepository search;
    private final CouponStop stopping;
    private final Confirmations confirmations;
    private final CsvDownload download;
    private final ShopTimes times;

    SellerCouponPageController(
            Coupons coupons,
            CouponSearchRepository search,
            CouponStop stopping,
            Confirmations confirmations,
            CsvDownload download,
            ShopTimes times) {
        this.coupons = coupons;
        this.search = search;
        this.stopping = stopping;
        this.confirmations = confirmations;
        this.download = download;
        this.times = times;
    }

    @GetMapping(PATH + "{coupon:\\d+}")
    String show(
            @CurrentAccount SignedIn seller,
            @PathVariable OfferId coupon,
            @RequestParam Optional<SaleRefusal> refused,
            HttpServletRequest request,
            Model model) {
        var query = query(coupon, request);
        refused.ifPresent(reason -> model.addAttribute("refusal", reason));
        model.addAttribute("coupon", find(seller, coupon));
        model.addAttribute("list", new ListView<>(query, search.holders(Scope.of(seller), coupon, query)));
        return "seller/coupon";
    }

    @GetMapping(PATH + "{coupon:\\d+}.csv")
    void csv(
            @CurrentAccount SignedIn seller,
            @PathVariable OfferId coupon,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        find(seller, coupon);
        var query = query(coupon, request);
        download.send(
                response,
                "coupon-" + coupon,
                List.of("order", "who", "state", "taken", "valid_until", "used"),
                (most, line) -> search.holders(Scope.of(seller), coupon, query, most, holder -> {
                    var had = holder.coupon();
                    line.accept(new Object[] {
                        "order:" + had.order(),
                        holder.name(),
                        had.stateAt(times.now()),
                        times.at(had.takenAt()).toOffsetDateTime(),
                        times.at(had.validUntil()).toOffsetDateTime(),
                        had.usedAt()
                                .map(used -> times.at(used).toOffsetDateTime().toString())
                                .orElse("")
                    });
                }));
    }

    @GetMapping(PATH + "{coupon:\\d+}/stop")
    ModelAndView ask(@CurrentAccount SignedIn seller, @PathVariable OfferId coupon) {
        return confirmations.ask(question(seller, coupon));
    }

    @PostMapping(PATH + "{coupon:\\d+}/stop")
    ModelAndView stop(@CurrentAccount SignedIn seller, @PathVariable OfferId coupon, HttpServletRequest request) {
        var answer = confirmations.read(question(seller, coupon), request);
        if (!answer.isYes()) {
            return answer.again().orElseThrow();
        }
        try {
            stopping.stop(seller, coupon, answer.reason());
            return new ModelAndView("redirect:" + PATH + coupon);
        } catch (SaleRefused refused) {
            return new ModelAndView("redirect:" + PATH + coupon + "?refused=" + refused.reason());
        }
    }

    private Confirmations.Question question(SignedIn seller, OfferId coupon) {
        var found = find(seller, coupon);
        if (!found.canBeStopped(times.now())) {
            throw new ResponseStatusException(HttpStatus.CONFLICT);
        }
        return new Confirmations.Question(
                "coupon-stop:" + seller.id() + ":" + coupon,
                PATH + coupon + "/stop",
                PATH + coupon,
                "coupon.stop",
                List.of(new Confirm.Figure("amount", found.amount())),
                "");
    }

    private CouponOffer find(SignedIn seller, OfferId coupon) {
        return coupons.offer(Scope.of(seller), coupon)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private ListQuery query(OfferId coupon, HttpServletRequest request) {
        var list = new ListSpec(
                PATH + coupon, "coupon.holders", List.of(), List.of(ListSort.by("taken", "coupon.order_id")));
        return ListQuery.of(list, request.getParameterMap(), times.zone());
    }
}
