package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;
import stampede.sale.SalePause;

/** What an operator does to offers while the shop runs. */
@RestController
@Tag(name = "Operations")
class OpsOfferApi {

    private final OpsOfferPublisher publisher;
    private final Catalog catalog;
    private final SalePause gate;

    OpsOfferApi(OpsOfferPublisher publisher, Catalog catalog, SalePause gate) {
        this.publisher = publisher;
        this.catalog = catalog;
        this.gate = gate;
    }

    /** Puts a new product on sale at once or soon, as the operator's own: for stress tests. */
    @Operation(summary = "Put a new product on sale at once, or within the hour (operators)")
    @ApiResponse(responseCode = "201", description = "On sale, as soon as its counter is loaded")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/offers")
    ResponseEntity<Published> publish(@CurrentAccount SignedIn account, @Valid @RequestBody QuickOfferRequest offer) {
        var id = publisher.publish(account, offer);
        return ResponseEntity.created(URI.create("/api/v1/offers/" + id)).body(new Published(id.toString()));
    }

    /** Stops the sale of the offer until it is resumed. Orders under way go on. */
    @Operation(summary = "Stop the sale of an offer (operators)")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/offers/{offerId}/pause")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void pause(@CurrentAccount SignedIn account, @PathVariable OfferId offerId) {
        gate.pause(account, known(offerId));
    }

    @Operation(summary = "Let it go on (operators)")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/offers/{offerId}/resume")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void resume(@CurrentAccount SignedIn account, @PathVariable OfferId offerId) {
        gate.resume(account, known(offerId));
    }

    private OfferId known(OfferId offerId) {
        return catalog.offer(offerId)
                .orElseThrow(() -> new RefusalException(PurchaseRefusal.UNKNOWN_OFFER))
                .id();
    }

    record Published(String offerId) {}
}
