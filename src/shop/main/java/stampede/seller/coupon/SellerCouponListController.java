package stampede.seller.coupon;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.coupon.CouponRefused;
import stampede.coupon.CouponSearchRepository;
import stampede.coupon.Coupons;
import stampede.desk.CsvDownload;
import stampede.desk.ListView;
import stampede.listing.ListField;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;
import stampede.refusal.RetryAfter;
import stampede.site.ShopTimes;

/** A seller's coupons, new ones, and the counter at which their codes are taken. */
@Controller
class SellerCouponListController {

    private static final String PATH = "/seller/coupons";

    /** With room for blanks; what is longer is no code. */
    private static final int LONGEST_CODE = 64;

    private static final ListSpec LIST = new ListSpec(
            PATH,
            "coupon.list",
            List.of(ListField.text("name")),
            List.of(ListSort.by("offered", "coupon_terms.offer_id")));

    private final Coupons coupons;
    private final CouponSearchRepository search;
    private final CsvDownload download;
    private final ShopTimes times;

    SellerCouponListController(Coupons coupons, CouponSearchRepository search, CsvDownload download, ShopTimes times) {
        this.coupons = coupons;
        this.search = search;
        this.download = download;
        this.times = times;
    }

    @GetMapping(PATH)
    String list(@CurrentAccount SignedIn seller, HttpServletRequest request, Model model) {
        var query = ListQuery.of(LIST, request.getParameterMap(), times.zone());
        model.addAttribute("list", new ListView<>(query, search.offers(Scope.of(seller), query)));
        return "seller/coupons";
    }

    @GetMapping(PATH + ".csv")
    void csv(@CurrentAccount SignedIn seller, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var query = ListQuery.of(LIST, request.getParameterMap(), times.zone());
        download.send(
                response,
                LIST.name(),
                List.of(
                        "coupon",
                        "name",
                        "description",
                        "face",
                        "min_spend",
                        "amount",
                        "left",
                        "given",
                        "used",
                        "from",
                        "until",
                        "valid_days",
                        "state"),
                (most, line) -> search.offers(Scope.of(seller), query, most, found -> {
                    var coupon = found.coupon();
                    var terms = coupon.terms();
                    line.accept(new Object[] {
                        "coupon:" + terms.offer(),
                        terms.name(),
                        terms.description(),
                        terms.faceValue().yuan(),
                        terms.minimumSpend().yuan(),
                        coupon.amount(),
                        coupon.left(),
                        coupon.given(),
                        coupon.used(),
                        times.at(coupon.window().opensAt()).toOffsetDateTime(),
                        times.at(coupon.window().closesAt()).toOffsetDateTime(),
                        terms.validDays(),
                        coupon.stateAt(times.now())
                    });
                }));
    }

    @GetMapping(PATH + "/new")
    String blank(Model model) {
        model.addAttribute("form", CouponForm.blank());
        return "seller/coupon-new";
    }

    /** Its page, or the form once more with what was typed in and what is wrong with it. */
    @PostMapping(PATH)
    String publish(
            @CurrentAccount SignedIn seller, HttpServletRequest request, HttpServletResponse response, Model model) {
        var given = CouponForm.of(request, times.zone());
        var wanted = given.read();
        if (wanted.isPresent()) {
            try {
                return "redirect:" + PATH + "/" + coupons.publish(seller, wanted.get()) + "?offered";
            } catch (CouponRefused refused) {
                given.refuse(refused);
            }
        }
        response.setStatus(422);
        model.addAttribute("form", given.form());
        return "seller/coupon-new";
    }

    /** At the counter: the code that somebody shows. It is not kept in the form, for it is as good as money. */
    @PostMapping(PATH + "/uses")
    String use(
            @CurrentAccount SignedIn seller,
            @RequestParam(defaultValue = "") String code,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            var used = coupons.use(seller, code.substring(0, Math.min(code.length(), LONGEST_CODE)));
            return "redirect:" + PATH + "?used=" + used.order();
        } catch (CouponRefused refused) {
            refused.retryAfter().ifPresent(wait -> RetryAfter.write(wait, response));
            response.setStatus(refused.reason().status().value());
            model.addAttribute("refusal", refused.reason());
            return list(seller, request, model);
        }
    }
}
