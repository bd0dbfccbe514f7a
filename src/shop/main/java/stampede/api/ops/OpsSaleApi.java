package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Instant;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.ActReason;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;
import stampede.sale.SaleAddressLimit;
import stampede.sale.SaleLimit;
import stampede.sale.SalePrice;
import stampede.sale.SaleStop;
import stampede.sale.SaleUnits;
import stampede.sale.SaleWithdrawal;

/**
 * What many feel of a sale. Requests say how it shall be, not by how much, so one that is sent again does nothing twice.
 */
@RestController
@RequestMapping("/api/ops/offers/{offerId}")
@Tag(name = "Operations")
class OpsSaleApi {

    private final Catalog catalog;
    private final SaleUnits units;
    private final SaleLimit limit;
    private final SaleAddressLimit addressLimit;
    private final SalePrice price;
    private final SaleStop stopping;
    private final SaleWithdrawal withdrawal;

    OpsSaleApi(
            Catalog catalog,
            SaleUnits units,
            SaleLimit limit,
            SaleAddressLimit addressLimit,
            SalePrice price,
            SaleStop stopping,
            SaleWithdrawal withdrawal) {
        this.catalog = catalog;
        this.units = units;
        this.limit = limit;
        this.addressLimit = addressLimit;
        this.price = price;
        this.stopping = stopping;
        this.withdrawal = withdrawal;
    }

    @Operation(summary = "How the units of an offer stand, with the version that a change needs (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/units")
    UnitsView units(@CurrentAccount SignedIn account, @PathVariable OfferId offerId) {
        return UnitsView.of(look(offerId));
    }

    /** More are sold at once; fewer can be as long as nobody has them. */
    @Operation(
            summary =
                    "Add or take off units of an offer: say the total there shall be; the same again changes nothing (operators)")
    @ApiResponse(responseCode = "200", description = "So many there are now")
    @ApiResponse(
            responseCode = "409",
            description =
                    "CHANGED_MEANWHILE: somebody else changed them since that version; or UNITS_SOLD, STOPPED, CLOSED_OUT")
    @Needs(Duty.RUN)
    @PutMapping("/units")
    UnitsView changeUnits(
            @CurrentAccount SignedIn account, @PathVariable OfferId offerId, @Valid @RequestBody TotalUnits wanted) {
        var seen = look(offerId);
        var difference = wanted.total() - seen.total();
        if (difference == 0) {
            return UnitsView.of(seen);
        }
        return UnitsView.of(
                difference > 0
                        ? units.add(account, offerId, difference, wanted.version(), wanted.reason())
                        : units.takeOff(account, offerId, -difference, wanted.version(), wanted.reason()));
    }

    @Operation(summary = "Change how many units one shopper may have, until the offer opens (operators)")
    @Needs(Duty.RUN)
    @PutMapping("/limit")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void changeLimit(
            @CurrentAccount SignedIn account, @PathVariable OfferId offerId, @Valid @RequestBody NewLimit wanted) {
        limit.change(account, known(offerId).id(), wanted.limitPerShopper(), wanted.reason());
    }

    @Operation(summary = "Change how many units may go to one address, until the offer opens (operators)")
    @Needs(Duty.RUN)
    @PutMapping("/address-limit")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void changeAddressLimit(
            @CurrentAccount SignedIn account,
            @PathVariable OfferId offerId,
            @Valid @RequestBody NewAddressLimit wanted) {
        addressLimit.change(account, known(offerId).id(), wanted.limitPerAddress(), wanted.reason());
    }

    @Operation(summary = "Change the flash price, until the offer opens (operators)")
    @Needs(Duty.RUN)
    @PutMapping("/price")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void changePrice(
            @CurrentAccount SignedIn account, @PathVariable OfferId offerId, @Valid @RequestBody NewPrice wanted) {
        price.change(account, offerId, known(offerId).price(), new Money(wanted.priceFen()), wanted.reason());
    }

    /** What was reserved before becomes orders; the sale is closed out minutes later. */
    @Operation(summary = "End the sale of an offer for good; the same again changes nothing (operators)")
    @Needs(Duty.RUN)
    @PostMapping("/stop")
    Stopped stop(@CurrentAccount SignedIn account, @PathVariable OfferId offerId, @Valid @RequestBody ActReason why) {
        return new Stopped(stopping.stop(account, known(offerId).id(), why.reason()));
    }

    @Operation(summary = "Take an offer out of its slot before it opens, for good (operators)")
    @Needs(Duty.RUN)
    @PostMapping("/withdrawal")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void withdraw(@CurrentAccount SignedIn account, @PathVariable OfferId offerId, @Valid @RequestBody ActReason why) {
        withdrawal.withdraw(account, known(offerId).id(), why.reason());
    }

    private Offer known(OfferId offer) {
        return catalog.offer(offer).orElseThrow(() -> new RefusalException(PurchaseRefusal.UNKNOWN_OFFER));
    }

    private SaleUnits.Units look(OfferId offer) {
        return units.look(offer).orElseThrow(() -> new RefusalException(PurchaseRefusal.UNKNOWN_OFFER));
    }

    /**
     * How many units there shall be.
     *
     * @param total in all, those included that are sold
     * @param version of the units, as they were looked at
     * @param reason 5 to 200 characters, for the audit log
     */
    @Schema(name = "TotalUnits")
    record TotalUnits(
            @NotNull @Min(1) @Max(1_000_000) @Schema(example = "120")
            Integer total,

            @NotNull @PositiveOrZero @Schema(example = "1") Long version,

            @NotNull @Schema(example = "The seller found a box more")
            String reason) {}

    /** How many units one shopper may have, and why. */
    @Schema(name = "OfferLimit")
    record NewLimit(
            @NotNull @Schema(example = "2") Integer limitPerShopper,

            @NotNull @Schema(example = "Fewer for each, more have one")
            String reason) {}

    /** How many units may go to one address, 0 for as many as anybody orders, and why. */
    @Schema(name = "OfferAddressLimit")
    record NewAddressLimit(
            @NotNull @Schema(example = "4") Integer limitPerAddress,

            @NotNull @Schema(example = "One household, one parcel")
            String reason) {}

    /** The price of one unit, in fen, and why. */
    @Schema(name = "OfferPrice")
    record NewPrice(
            @NotNull @PositiveOrZero @Schema(example = "1990")
            Long priceFen,

            @NotNull @Schema(example = "Was a typing error") String reason) {}

    /** When the sale ended. */
    @Schema(name = "StoppedOffer")
    record Stopped(Instant closedAt) {}

    /**
     * How the units of an offer stand.
     *
     * @param total how many there are in all
     * @param version grows with each change of the total
     * @param sold how many orders hold
     * @param left how many nobody has
     * @param lowest the lowest total there can be now
     */
    @Schema(name = "OfferUnits")
    record UnitsView(
            @Schema(example = "100") int total,
            @Schema(example = "1") long version,
            @Schema(example = "40") int sold,
            @Schema(example = "58") int left,
            @Schema(example = "42") int lowest) {

        static UnitsView of(SaleUnits.Units units) {
            return new UnitsView(units.total(), units.version(), units.sold(), units.left(), units.lowest());
        }
    }
}
