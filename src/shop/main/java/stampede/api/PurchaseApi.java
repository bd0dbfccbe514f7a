package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.address.AddressBook;
import stampede.address.AddressId;
import stampede.address.AddressRefusal;
import stampede.address.AddressRefused;
import stampede.api.problem.ApiRefusal;
import stampede.catalog.OfferId;
import stampede.purchase.DeliveryAddress;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.refusal.RefusalException;

/** The buy button, and what became of it. */
@RestController
@Tag(name = "Purchases")
public class PurchaseApi {

    /** The header with the pass of an offer's waiting room. */
    public static final String WAITING_ROOM_PASS = "Waiting-Room-Pass";

    /** The header with the proof that a challenge was met. */
    public static final String PROOF = "Challenge-Proof";

    /** What that is, for those who write a program. */
    public static final String PROOF_TEXT =
            "Only after a refusal as CHALLENGE: base64 of the JSON of algorithm, challenge, number, salt and signature, of which all but"
                    + " number stand in the problem's challenge, and number is the one for which the SHA-256 of salt and number, in"
                    + " hexadecimal digits, is challenge. Or the problem's wait.proof, once wait.seconds are over. Good for two minutes,"
                    + " for this account and this offer.";

    private final Purchases purchases;
    private final AddressBook addressBook;

    public PurchaseApi(Purchases purchases, AddressBook addressBook) {
        this.purchases = purchases;
        this.addressBook = addressBook;
    }

    /** Accepts a purchase. The order follows; the Location is where to ask for it. The same key gives the same purchase. */
    @Operation(summary = "Buy; the order follows, and the Location is where to ask for it")
    @ApiResponse(responseCode = "202", description = "A place in the queue; the same key gives the same purchase")
    @PostMapping("/api/v1/offers/{offerId}/purchases")
    ResponseEntity<PurchaseView> buy(
            @CurrentAccount SignedIn account,
            @PathVariable OfferId offerId,
            @RequestHeader("Idempotency-Key") IdempotencyKey key,
            @RequestHeader(name = WAITING_ROOM_PASS, defaultValue = "") String pass,
            @Parameter(description = PROOF_TEXT) @RequestHeader(name = PROOF, defaultValue = "") String proof,
            @Valid @RequestBody Wanted wanted,
            HttpServletRequest request) {
        var purchase = purchases.buy(new PurchaseRequest(
                PurchaseRateLimitInterceptor.of(request),
                offerId,
                wanted.units(),
                address(account, wanted),
                key.value(),
                pass,
                proof));
        return ResponseEntity.accepted()
                .location(URI.create("/api/v1/purchases/" + purchase))
                .body(PurchaseView.accepted(purchase));
    }

    private String address(SignedIn account, Wanted wanted) {
        return wanted.address() != null
                ? wanted.address()
                : addressBook
                        .line(account.id(), AddressId.of(Objects.requireNonNull(wanted.addressId())))
                        .orElseThrow(() -> new AddressRefused(AddressRefusal.NO_SUCH_ADDRESS));
    }

    /** How the shopper's own purchase stands. */
    @Operation(summary = "How a purchase of yours stands")
    @GetMapping("/api/v1/purchases/{purchaseId}")
    PurchaseView purchase(@CurrentAccount SignedIn account, @PathVariable PurchaseId purchaseId) {
        return purchases
                .progress(account.id(), purchaseId)
                .map(progress -> PurchaseView.of(purchaseId, progress))
                .orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    /**
     * What is to be bought, and where it goes, which is said in one of two ways.
     *
     * @param units how many, from 1 to the offer's limit per shopper
     * @param address where it shall be delivered: one line of up to 200 characters
     * @param addressId or one of the shopper's addresses
     */
    @OneAddress
    public record Wanted(
            @NotNull Integer units,

            @AddressLine @Schema(minLength = 1, maxLength = DeliveryAddress.LONGEST) @Nullable
            String address,

            @Pattern(regexp = "[1-9][0-9]{0,17}") @Schema(example = "708540021337007") @Nullable
            String addressId)
            implements OneAddress.Addressed {

        /** Whether it is beyond doubt what the annotations ask for, found without their machinery. */
        public boolean isPlain() {
            return units != null && addressId == null && address != null && DeliveryAddress.isGood(address);
        }
    }
}
