package stampede.api.draft;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.time.Clock;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.IfMatch;
import stampede.api.problem.ApiRefusal;
import stampede.catalog.OfferId;
import stampede.draft.OfferLine;
import stampede.draft.OfferSearchRepository;
import stampede.money.Money;
import stampede.refusal.RefusalException;
import stampede.report.LiveFigures;
import stampede.sale.SellerSales;

/** Published offers of the seller who calls: how they sell, more units, and another price before they open. */
@RestController
@Tag(name = "Selling")
class SellerSaleApi {

    private static final String OFFER = "/api/v1/seller/offers/{offerId}";

    private final OfferSearchRepository offers;
    private final LiveFigures figures;
    private final SellerSales sales;
    private final Clock clock;

    SellerSaleApi(OfferSearchRepository offers, LiveFigures figures, SellerSales sales, Clock clock) {
        this.offers = offers;
        this.figures = figures;
        this.sales = sales;
        this.clock = clock;
    }

    @Operation(summary = "How an offer of yours sells now: units, orders and money, two seconds old at most (sellers)")
    @GetMapping(OFFER + "/sale")
    SellerSaleView sale(@CurrentAccount SignedIn seller, @PathVariable OfferId offerId) {
        var line = find(seller, offerId);
        return figures.of(offerId)
                .map(found -> SellerSaleView.of(line, found, clock.instant()))
                .orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    @Operation(summary = "The units of an offer of yours; their version is the ETag (sellers)")
    @GetMapping(OFFER + "/units")
    ResponseEntity<UnitsView> units(@CurrentAccount SignedIn seller, @PathVariable OfferId offerId) {
        return answer(UnitsView.of(sales.look(seller, offerId)));
    }

    /** Less than there are is never taken from a seller: operators take units off. */
    @Operation(
            summary = "Add units: so many in all, until it ends; If-Match is the version that was read (sellers)",
            description = "The same number again changes nothing. Units are taken off by operators alone.")
    @ApiResponse(
            responseCode = "409",
            description = "CHANGED_MEANWHILE, STOPPED or CLOSED_OUT",
            content = @Content(mediaType = "application/problem+json", examples = @ExampleObject("""
                    {"title":"Changed meanwhile","status":409,"reason":"CHANGED_MEANWHILE"}""")))
    @ApiResponse(
            responseCode = "422",
            description = "TOO_MANY_UNITS, UNITS_ONLY_GROW or BAD_REASON",
            content = @Content(mediaType = "application/problem+json", examples = @ExampleObject("""
                    {"title":"Too many units","status":422,"reason":"TOO_MANY_UNITS"}""")))
    @PutMapping(OFFER + "/units")
    ResponseEntity<UnitsView> changeUnits(
            @CurrentAccount SignedIn seller,
            @PathVariable OfferId offerId,
            @RequestHeader(HttpHeaders.IF_MATCH) String ifMatch,
            @Valid @RequestBody UnitsRequest wanted) {
        var now = sales.look(seller, offerId);
        return answer(UnitsView.of(
                wanted.units() == now.total()
                        ? now
                        : sales.add(
                                seller,
                                offerId,
                                wanted.units() - now.total(),
                                IfMatch.version(ifMatch),
                                wanted.reason())));
    }

    @Operation(
            summary = "Change the price of an offer of yours before it opens (sellers)",
            description = "Only where the shop publishes what sellers submit without approving it.")
    @ApiResponse(
            responseCode = "409",
            description = "OPENED, STOPPED or APPROVAL_NEEDED",
            content = @Content(mediaType = "application/problem+json", examples = @ExampleObject("""
                    {"title":"Opened already","status":409,"reason":"OPENED"}""")))
    @PutMapping(OFFER + "/price")
    SellerOfferView changePrice(
            @CurrentAccount SignedIn seller, @PathVariable OfferId offerId, @Valid @RequestBody PriceRequest wanted) {
        sales.changePrice(seller, offerId, new Money(wanted.priceFen()), wanted.reason());
        return SellerOfferView.of(find(seller, offerId), clock.instant());
    }

    private OfferLine find(SignedIn seller, OfferId offer) {
        return offers.find(offer, Scope.of(seller)).orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    private static ResponseEntity<UnitsView> answer(UnitsView units) {
        return ResponseEntity.ok().eTag(Long.toString(units.version())).body(units);
    }
}
