package stampede.api.draft;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.catalog.OfferState;
import stampede.draft.DraftId;
import stampede.draft.OfferDrafts;
import stampede.draft.OfferSubmissions;

/** What sellers submitted, and operators' decisions about it. */
@RestController
@Tag(name = "Operations")
class OpsDraftApi {

    private static final String PATH = "/api/ops/offer-drafts";
    private static final int MOST = 100;

    private final OfferDrafts drafts;
    private final OfferSubmissions submissions;

    OpsDraftApi(OfferDrafts drafts, OfferSubmissions submissions) {
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
    DraftView find(@CurrentAccount SignedIn account, @PathVariable DraftId draftId) {
        return DraftView.of(drafts.find(account, draftId));
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
