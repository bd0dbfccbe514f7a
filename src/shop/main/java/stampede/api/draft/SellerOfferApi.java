package stampede.api.draft;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.IdempotencyKey;
import stampede.draft.DraftId;
import stampede.draft.OfferSearchRepository;
import stampede.draft.OfferStanding;

/** Offers of the seller who calls, and drafts of them: what is another's is not there. */
@RestController
@Tag(name = "Selling")
class SellerOfferApi {

    private static final String PATH = "/api/v1/seller/offers";
    private static final int MOST = 100;

    private final DraftAnswers answers;
    private final OfferSearchRepository offers;
    private final Clock clock;

    SellerOfferApi(DraftAnswers answers, OfferSearchRepository offers, Clock clock) {
        this.answers = answers;
        this.offers = offers;
        this.clock = clock;
    }

    @Operation(summary = "Offers, or drafts by their state, newest first, a hundred below an id (sellers)")
    @GetMapping(PATH)
    List<SellerOfferView> list(
            @CurrentAccount SignedIn account,
            @RequestParam Optional<OfferStanding> state,
            @RequestParam Optional<Long> before) {
        var now = clock.instant();
        return offers.newest(Scope.of(account), state, before.orElse(Long.MAX_VALUE), MOST).stream()
                .map(line -> SellerOfferView.of(line, now))
                .toList();
    }

    @Operation(summary = "Keep a draft of an offer (sellers)")
    @ApiResponse(
            responseCode = "201",
            description = "Kept, or kept before with this key; nobody else but operators sees it")
    @PostMapping(PATH)
    ResponseEntity<DraftView> add(
            @CurrentAccount SignedIn account,
            @RequestHeader("Idempotency-Key") Optional<IdempotencyKey> key,
            @Valid @RequestBody DraftRequest draft) {
        return answers.add(account, PATH, key, draft);
    }

    @Operation(summary = "A draft; once it is published, the offer that it became (sellers)")
    @GetMapping(PATH + "/{draftId}")
    ResponseEntity<DraftView> find(@CurrentAccount SignedIn account, @PathVariable DraftId draftId) {
        return answers.find(account, draftId);
    }

    @Operation(summary = "Change a draft; If-Match is the version that was read (sellers)")
    @PutMapping(PATH + "/{draftId}")
    ResponseEntity<DraftView> change(
            @CurrentAccount SignedIn account,
            @PathVariable DraftId draftId,
            @RequestHeader(HttpHeaders.IF_MATCH) String ifMatch,
            @Valid @RequestBody DraftRequest draft) {
        return answers.change(account, draftId, ifMatch, draft);
    }

    @Operation(summary = "Submit a draft: it is published, or an operator looks at it first (sellers)")
    @PostMapping(PATH + "/{draftId}/submission")
    ResponseEntity<DraftView> submit(@CurrentAccount SignedIn account, @PathVariable DraftId draftId) {
        return answers.submit(account, draftId);
    }

    @Operation(summary = "Take back what waits for approval: it is a draft again (sellers)")
    @DeleteMapping(PATH + "/{draftId}/submission")
    ResponseEntity<DraftView> recall(@CurrentAccount SignedIn account, @PathVariable DraftId draftId) {
        return answers.recall(account, draftId);
    }
}
