package stampede.api.draft;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.List;
import java.util.Objects;
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
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.IdempotencyKey;
import stampede.catalog.OfferState;
import stampede.draft.DraftId;
import stampede.draft.OfferDrafts;
import stampede.draft.OfferSubmissions;

/** Drafts of all sellers' offers: written by operators too, and decided about where sellers submitted them. */
@RestController
@Tag(name = "Operations")
class OpsDraftApi {

    private static final String PATH = "/api/ops/offer-drafts";
    private static final int MOST = 100;

    private final DraftAnswers answers;
    private final OfferDrafts drafts;
    private final OfferSubmissions submissions;

    OpsDraftApi(DraftAnswers answers, OfferDrafts drafts, OfferSubmissions submissions) {
        this.answers = answers;
        this.drafts = drafts;
        this.submissions = submissions;
    }

    @Operation(
            summary =
                    "Drafts that wait for approval, or in another state, newest first, a hundred below an id (operators)")
    @Needs(Duty.SEE)
    @GetMapping(PATH)
    List<DraftView> list(
            @CurrentAccount SignedIn account,
            @RequestParam(defaultValue = "PENDING") OfferState state,
            @RequestParam Optional<Long> before) {
        return drafts.newest(account, state, before.orElse(Long.MAX_VALUE), MOST).stream()
                .map(DraftView::of)
                .toList();
    }

    @Operation(summary = "A draft of an offer (operators)")
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{draftId}")
    ResponseEntity<DraftView> find(@CurrentAccount SignedIn account, @PathVariable DraftId draftId) {
        return answers.find(account, draftId);
    }

    @Operation(summary = "Keep a draft of an offer of any product (operators)")
    @ApiResponse(responseCode = "201", description = "Kept, or kept before with this key")
    @Needs(Duty.RUN)
    @PostMapping(PATH)
    ResponseEntity<DraftView> add(
            @CurrentAccount SignedIn account,
            @RequestHeader("Idempotency-Key") Optional<IdempotencyKey> key,
            @Valid @RequestBody DraftRequest draft) {
        return answers.add(account, PATH, key, draft);
    }

    @Operation(summary = "Change a draft; If-Match is the version that was read (operators)")
    @Needs(Duty.RUN)
    @PutMapping(PATH + "/{draftId}")
    ResponseEntity<DraftView> change(
            @CurrentAccount SignedIn account,
            @PathVariable DraftId draftId,
            @RequestHeader(HttpHeaders.IF_MATCH) String ifMatch,
            @Valid @RequestBody DraftRequest draft) {
        return answers.change(account, draftId, ifMatch, draft);
    }

    @Operation(summary = "Publish a draft (operators)")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{draftId}/submission")
    ResponseEntity<DraftView> submit(@CurrentAccount SignedIn account, @PathVariable DraftId draftId) {
        return answers.submit(account, draftId);
    }

    @Operation(summary = "Take back what waits for approval: it is a draft again (operators)")
    @Needs(Duty.RUN)
    @DeleteMapping(PATH + "/{draftId}/submission")
    ResponseEntity<DraftView> recall(@CurrentAccount SignedIn account, @PathVariable DraftId draftId) {
        return answers.recall(account, draftId);
    }

    @Operation(summary = "Publish what a seller submitted, as it was looked at (operators)")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{draftId}/approval")
    DraftView approve(
            @CurrentAccount SignedIn account,
            @PathVariable DraftId draftId,
            @Valid @RequestBody DraftDecisionRequest decision) {
        return DraftView.of(submissions.approve(account, draftId, decision.version()));
    }

    @Operation(summary = "Send back what a seller submitted, with words (operators)")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{draftId}/rejection")
    DraftView reject(
            @CurrentAccount SignedIn account,
            @PathVariable DraftId draftId,
            @Valid @RequestBody DraftDecisionRequest decision) {
        return DraftView.of(submissions.reject(
                account, draftId, decision.version(), Objects.requireNonNullElse(decision.words(), "")));
    }
}
