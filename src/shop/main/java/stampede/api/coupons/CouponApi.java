package stampede.api.coupons;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.net.URI;
import java.time.Clock;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.api.IdempotencyKey;
import stampede.api.PageView;
import stampede.api.PurchaseRateLimitInterceptor;
import stampede.api.PurchaseView;
import stampede.catalog.OfferId;
import stampede.coupon.CouponClaims;
import stampede.coupon.Coupons;

/** Coupons for shoppers: what there is, having one, what one has. */
@RestController
@Tag(name = "Coupons")
class CouponApi {

    private final CouponClaims claims;
    private final Coupons coupons;
    private final Clock clock;

    CouponApi(CouponClaims claims, Coupons coupons, Clock clock) {
        this.claims = claims;
        this.coupons = coupons;
        this.clock = clock;
    }

    /** Those that can be had now or later. */
    @Operation(summary = "Coupons that can be had now or later; those that end first come first")
    @GetMapping("/api/v1/coupons")
    PageView<CouponToHaveView> toBeHad(@Valid @ParameterObject PageView.Query query) {
        var now = clock.instant();
        return PageView.of(claims.toBeHad(), query, coupon -> CouponToHaveView.of(coupon, now));
    }

    /** Takes one. It goes the way of a purchase, and is waited for up to two seconds. The same key gives the same coupon. */
    @Operation(summary = "Have a coupon; the same Idempotency-Key gives the same one")
    @ApiResponse(responseCode = "201", description = "It is yours, with its code")
    @ApiResponse(responseCode = "202", description = "A place in the queue; the Location is where to ask for it")
    @PostMapping("/api/v1/coupons/{couponId}/claims")
    ResponseEntity<Object> claim(
            @CurrentAccount SignedIn account,
            @PathVariable OfferId couponId,
            @RequestHeader("Idempotency-Key") IdempotencyKey key,
            HttpServletRequest request)
            throws InterruptedException {
        var claim = claims.claim(PurchaseRateLimitInterceptor.of(request), couponId, key.value());
        var location = URI.create("/api/v1/purchases/" + claim.purchase());
        var now = clock.instant();
        return claim.coupon()
                .map(coupon -> ResponseEntity.created(location).<Object>body(CouponView.ofOwner(coupon, now)))
                .orElseGet(() ->
                        ResponseEntity.accepted().location(location).body(PurchaseView.accepted(claim.purchase())));
    }

    @Operation(summary = "Your coupons with their codes, newest first")
    @GetMapping("/api/v1/me/coupons")
    PageView<CouponView> mine(@CurrentAccount SignedIn account, @Valid @ParameterObject PageView.Query query) {
        var page = coupons.of(account.id(), query.number(), query.length());
        var now = clock.instant();
        return new PageView<>(
                page.items().stream()
                        .map(coupon -> CouponView.ofOwner(coupon, now))
                        .toList(),
                page.page(),
                page.size(),
                page.total());
    }
}
