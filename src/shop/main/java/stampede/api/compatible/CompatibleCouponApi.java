package stampede.api.compatible;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.Accounts;
import stampede.account.CurrentAccount;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.account.Username;
import stampede.catalog.OfferId;
import stampede.coupon.CouponClaims;
import stampede.coupon.Coupons;
import stampede.coupon.NewCoupon;
import stampede.money.Money;
import stampede.purchase.AdmittedAttempt;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.Purchases;

/** Coupons as the earlier shop had them: a seller's by the seller's name and its own. */
@RestController
@Tag(name = "Compatible")
class CompatibleCouponApi {

    private static final int PAGE_SIZE = 20;
    private static final int LAST_PAGE = 1_000_000;
    private static final Pattern PAGE = Pattern.compile("-?[0-9]{1,18}");

    /** What no path leads to. */
    private static final Pattern UNREACHABLE_NAME = Pattern.compile(".*[/\\\\;%].*|\\.{1,2}", Pattern.DOTALL);

    private final Accounts accounts;
    private final Coupons coupons;
    private final CouponClaims claims;
    private final Purchases purchases;

    CompatibleCouponApi(Accounts accounts, Coupons coupons, CouponClaims claims, Purchases purchases) {
        this.accounts = accounts;
        this.coupons = coupons;
        this.claims = claims;
        this.purchases = purchases;
    }

    /** Those a customer has, for themselves, or those a seller offers, for everybody. */
    @Operation(summary = "Coupons of yours or of a seller, 20 a page from page 1 on (as zhongzhh8/SecKill-System)")
    @ApiResponse(responseCode = "200", description = "Those on this page")
    @ApiResponse(responseCode = "204", description = "None on this page")
    @GetMapping("/api/users/{username}/coupons")
    ResponseEntity<CouponList> coupons(
            @CurrentAccount SignedIn account,
            @PathVariable String username,
            @RequestParam(defaultValue = "") String page) {
        var number = pageNumber(page);
        var asked = find(account, username);
        if (asked.role() == Role.SHOPPER && !asked.id().equals(account.id())) {
            return ResponseEntity.status(HttpStatus.UNAUTHORIZED)
                    .body(new CouponList("Cannot check other customer.", List.of()));
        }
        var found = asked.role() == Role.SELLER ? offeredBy(asked, number) : hadBy(asked, number);
        return found.isEmpty() ? ResponseEntity.noContent().build() : ResponseEntity.ok(new CouponList("", found));
    }

    /** It can be had at once. */
    @Operation(summary = "Offer a coupon (as zhongzhh8/SecKill-System)")
    @ApiResponse(responseCode = "201", description = "On offer; errMsg is empty")
    @PostMapping("/api/users/{username}/coupons")
    @ResponseStatus(HttpStatus.CREATED)
    ErrorMessage publish(
            @CurrentAccount SignedIn account, @PathVariable String username, @Valid @RequestBody WantedCoupon wanted)
            throws InterruptedException {
        if (account.role() != Role.SELLER) {
            throw new RequestRejected(HttpStatus.UNAUTHORIZED, "Only sellers can create coupons.");
        }
        if (!Username.folded(username).equals(account.username())) {
            throw new RequestRejected(HttpStatus.UNAUTHORIZED, "Cannot create coupons for other users.");
        }
        if (UNREACHABLE_NAME.matcher(wanted.name().strip()).matches()) {
            throw new RequestRejected(
                    HttpStatus.BAD_REQUEST, "A name with / \\ ; or % cannot be asked for by its path.");
        }
        claims.awaitCounter(coupons.publish(account, wanted.asNew()));
        return ErrorMessage.NONE;
    }

    /** Waits up to two seconds for the coupon to be written, so that whoever lists theirs then finds it. */
    @Operation(summary = "Have a coupon (as zhongzhh8/SecKill-System)")
    @ApiResponse(responseCode = "201", description = "It is yours")
    @ApiResponse(responseCode = "202", description = "It is reserved for you; the Location is where to ask for it")
    @ApiResponse(responseCode = "204", description = "You have it, none is left, or there is no such")
    @PatchMapping("/api/users/{seller}/coupons/{name}")
    ResponseEntity<ErrorMessage> claim(
            @CurrentAccount SignedIn account,
            @PathVariable String seller,
            @PathVariable String name,
            HttpServletRequest request)
            throws InterruptedException {
        if (account.role() != Role.SHOPPER) {
            throw new RequestRejected(HttpStatus.UNAUTHORIZED, "Sellers aren't allowed to get coupons.");
        }
        var attempt = purchases.admit(account, request.getRemoteAddr());
        var offer = Username.read(seller).flatMap(known -> coupons.find(known, name));
        return offer.isPresent() ? claim(attempt, offer.get()) : nothing();
    }

    /** That shop's clients name no attempt, so each is one of its own: who has a coupon already is told so. */
    private ResponseEntity<ErrorMessage> claim(AdmittedAttempt attempt, OfferId offer) throws InterruptedException {
        try {
            var claim = claims.claim(attempt, offer, UUID.randomUUID().toString());
            return claim.coupon().isPresent()
                    ? ResponseEntity.status(HttpStatus.CREATED).body(ErrorMessage.NONE)
                    : ResponseEntity.accepted()
                            .location(URI.create("/api/v1/purchases/" + claim.purchase()))
                            .body(ErrorMessage.NONE);
        } catch (PurchaseRefused refused) {
            if (isForGood(refused.reason())) {
                return nothing();
            }
            throw refused;
        }
    }

    private static boolean isForGood(PurchaseRefusal reason) {
        return switch (reason) {
            case TOO_MANY_ATTEMPTS, BUSY, OUTCOME_UNKNOWN, NOT_SIGNED_IN, SHOPPERS_ONLY -> false;
            default -> true;
        };
    }

    private static ResponseEntity<ErrorMessage> nothing() {
        return ResponseEntity.noContent().build();
    }

    /** Somebody's own name needs no look into the database. */
    private SignedIn find(SignedIn account, String username) {
        return Optional.of(account)
                .filter(self -> self.username().equals(Username.folded(username)))
                .or(() -> accounts.find(username))
                .filter(found -> CompatibleKind.of(found.role()).isPresent())
                .orElseThrow(() -> new RequestRejected(HttpStatus.BAD_REQUEST, "Record not found."));
    }

    private List<CompatibleCoupon> offeredBy(SignedIn seller, int page) {
        return coupons.offers(new Scope.Of(seller.id()), page, PAGE_SIZE).items().stream()
                .map(CompatibleCoupon::of)
                .toList();
    }

    private List<CompatibleCoupon> hadBy(SignedIn customer, int page) {
        return coupons.of(customer.id(), page, PAGE_SIZE).items().stream()
                .map(CompatibleCoupon::of)
                .toList();
    }

    /** Counted from 0; there pages count from 1, and what is below is the first. */
    private static int pageNumber(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        if (!PAGE.matcher(text).matches()) {
            throw new RequestRejected(HttpStatus.BAD_REQUEST, "Wrong format of page.");
        }
        return (int) Math.max(0, Math.min(Long.parseLong(text) - 1, LAST_PAGE));
    }

    /**
     * Coupons on a page.
     *
     * @param errMsg why there are none; empty if there are
     */
    @Schema(name = "CompatibleCoupons")
    record CouponList(String errMsg, List<CompatibleCoupon> data) {}

    /**
     * A coupon that a seller wants to offer. Numbers may be digits as text.
     *
     * @param amount how many there are
     * @param stock what it is worth, in whole yuan
     */
    @Schema(name = "CompatibleNewCoupon")
    @JsonIgnoreProperties(ignoreUnknown = true)
    record WantedCoupon(
            @NotNull @Schema(example = "Ten off") String name,

            @NotNull @Schema(implementation = Integer.class, example = "500")
            WholeNumber amount,

            @Nullable @Schema(example = "For all teapots") String description,

            @NotNull @Schema(implementation = Integer.class, example = "10")
            WholeNumber stock) {

        private static final long FEN_PER_YUAN = 100;

        private NewCoupon asNew() {
            return new NewCoupon(
                    name,
                    Objects.requireNonNullElse(description, ""),
                    new Money(stock.value() * FEN_PER_YUAN),
                    new Money(0),
                    amount.value(),
                    Optional.empty(),
                    Optional.empty(),
                    NewCoupon.DAYS,
                    Optional.empty());
        }
    }
}
