package stampede.api.coupons;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Clock;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.PageView;
import stampede.catalog.OfferId;
import stampede.coupon.CouponOffer;
import stampede.coupon.CouponRefusal;
import stampede.coupon.CouponStop;
import stampede.coupon.Coupons;
import stampede.refusal.RefusalException;

/** Coupons of the seller who calls: what another offers, or gave, is not there. */
@RestController
@Tag(name = "Selling")
class SellerCouponApi {

    private static final String COUPONS = "/api/v1/seller/coupons";

    private final Coupons coupons;
    private final CouponStop stop;
    private final Clock clock;

    SellerCouponApi(Coupons coupons, CouponStop stop, Clock clock) {
        this.coupons = coupons;
        this.stop = stop;
        this.clock = clock;
    }

    @Operation(summary = "Your coupons on offer, stopped or over, newest first (sellers)")
    @GetMapping(COUPONS)
    PageView<CouponOfferView> offers(@CurrentAccount SignedIn seller, @Valid @ParameterObject PageView.Query query) {
        var page = coupons.offers(Scope.of(seller), query.number(), query.length());
        return new PageView<>(page.items().stream().map(this::view).toList(), page.page(), page.size(), page.total());
    }

    @Operation(summary = "Offer a coupon, at once or from some time on (sellers)")
    @ApiResponse(responseCode = "201", description = "On offer")
    @PostMapping(COUPONS)
    ResponseEntity<CouponOfferView> publish(
            @CurrentAccount SignedIn seller, @Valid @RequestBody NewCouponRequest wanted) {
        var offer = coupons.publish(seller, wanted.wanted());
        return ResponseEntity.created(URI.create(COUPONS + "/" + offer)).body(offer(seller, offer));
    }

    @Operation(summary = "A coupon of yours, and how it goes (sellers)")
    @GetMapping(COUPONS + "/{couponId}")
    CouponOfferView offer(@CurrentAccount SignedIn seller, @PathVariable OfferId couponId) {
        return coupons.offer(Scope.of(seller), couponId)
                .map(this::view)
                .orElseThrow(() -> new RefusalException(CouponRefusal.NO_SUCH_COUPON_OFFER));
    }

    /** Those that somebody has stay good. Sent again it answers the same. */
    @Operation(summary = "Stop offering it, for good; those that somebody has stay good (sellers)")
    @PostMapping(COUPONS + "/{couponId}/stop")
    CouponOfferView stop(
            @CurrentAccount SignedIn seller, @PathVariable OfferId couponId, @Valid @RequestBody Stop wanted) {
        stop.stop(seller, couponId, wanted.reason());
        return offer(seller, couponId);
    }

    /** Nobody finds codes by trying: of twenty in a minute that are not right the next one waits. */
    @Operation(summary = "Take a coupon at the counter by its code, once (sellers)")
    @PostMapping("/api/v1/seller/coupon-uses")
    CouponView use(@CurrentAccount SignedIn seller, @Valid @RequestBody Use wanted) {
        return CouponView.ofSeller(coupons.use(seller, wanted.code()), clock.instant());
    }

    private CouponOfferView view(CouponOffer coupon) {
        return CouponOfferView.of(coupon, clock.instant());
    }

    /**
     * Why it is stopped.
     *
     * @param reason 5 to 200 characters, for the audit log
     */
    @Schema(name = "CouponStop")
    record Stop(
            @NotNull @Schema(example = "The season is over") String reason) {}

    /**
     * What somebody shows.
     *
     * @param code twelve letters and digits, in groups or not, in upper or lower case
     */
    @Schema(name = "CouponUse")
    record Use(
            @NotNull @Size(max = 64) @Schema(example = "7K3M-Q2XA-9RTP")
            String code) {

        /** Without the code, which is as good as money. */
        @Override
        public String toString() {
            return "Use[…]";
        }
    }
}
