package stampede.console.coupon;

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
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.coupon.CouponSearchRepository;
import stampede.coupon.CouponStop;
import stampede.coupon.Coupons;
import stampede.desk.Confirm;
import stampede.desk.Confirmations;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListField;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.sale.SaleRefusal;
import stampede.sale.SaleRefused;
import stampede.site.ShopTimes;

/** All sellers' coupons, newest first, and the end of one. */
@Controller
class ConsoleCouponController {

    private static final String PATH = "/console/coupons";
    private static final ListSpec LIST = new ListSpec(
            PATH,
            "coupon.list",
            List.of(ListField.text("name"), ListField.text("seller")),
            List.of(ListSort.by("offered", "coupon_terms.offer_id")));

    private final Coupons coupons;
    private final CouponSearchRepository search;
    private final CouponStop stopping;
    private final Confirmations confirmations;
    private final CsvDownload download;
    private final ShopTimes times;

    ConsoleCouponController(
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

    @Needs(Duty.SEE)
    @GetMapping(PATH)
    String list(@RequestParam Optional<SaleRefusal> refused, HttpServletRequest request, Model model) {
        var query = query(request);
        refused.ifPresent(reason -> model.addAttribute("refusal", reason));
        model.addAttribute("list", new ListView<>(query, search.offers(new Scope.All(), query)));
        return "console/coupons";
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH + ".csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var query = query(request);
        download.send(
                response,
                LIST.name(),
                List.of(
                        "coupon", "seller", "name", "face", "amount", "left", "given", "used", "from", "until",
                        "state"),
                (most, line) -> search.offers(new Scope.All(), query, most, found -> {
                    var coupon = found.coupon();
                    line.accept(new Object[] {
                        "coupon:" + coupon.terms().offer(),
                        found.seller(),
                        coupon.terms().name(),
                        coupon.terms().faceValue().yuan(),
                        coupon.amount(),
                        coupon.left(),
                        coupon.given(),
                        coupon.used(),
                        times.at(coupon.window().opensAt()).toOffsetDateTime(),
                        times.at(coupon.window().closesAt()).toOffsetDateTime(),
                        coupon.stateAt(times.now())
                    });
                }));
    }

    @Needs(Duty.RUN)
    @GetMapping(PATH + "/{coupon}/stop")
    ModelAndView ask(@CurrentAccount SignedIn operator, @PathVariable OfferId coupon) {
        return confirmations.ask(question(operator, coupon));
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{coupon}/stop")
    ModelAndView stop(@CurrentAccount SignedIn operator, @PathVariable OfferId coupon, HttpServletRequest request) {
        var answer = confirmations.read(question(operator, coupon), request);
        if (!answer.isYes()) {
            return answer.again().orElseThrow();
        }
        try {
            stopping.stop(operator, coupon, answer.reason());
            return new ModelAndView("redirect:" + PATH);
        } catch (SaleRefused refused) {
            return new ModelAndView("redirect:" + PATH + "?refused=" + refused.reason());
        }
    }

    private Confirmations.Question question(SignedIn operator, OfferId coupon) {
        var found = coupons.offer(new Scope.All(), coupon)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        if (!found.canBeStopped(times.now())) {
            throw new ResponseStatusException(HttpStatus.CONFLICT);
        }
        return new Confirmations.Question(
                "coupon-stop:" + operator.id() + ":" + coupon,
                PATH + "/" + coupon + "/stop",
                PATH,
                "coupon.stop",
                List.of(new Confirm.Figure("amount", found.amount())),
                "");
    }

    private ListQuery query(HttpServletRequest request) {
        return ListQuery.of(LIST, request.getParameterMap(), times.zone());
    }
}
