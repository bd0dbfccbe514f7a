package stampede.draft;

import java.time.Clock;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferState;

/** Says of terms whether they could be kept, and submitted, as things are now. Nothing is changed. */
@Component
public class DraftChecks {

    private final OfferDraftRepository drafts;
    private final DraftRules rules;
    private final Clock clock;

    DraftChecks(OfferDraftRepository drafts, DraftRules rules, Clock clock) {
        this.drafts = drafts;
        this.rules = rules;
        this.clock = clock;
    }

    /** Why a new draft of this could not be kept, or not be submitted if it is to be; empty if it could. */
    public Optional<DraftRefused> ofNew(SignedIn by, AccountId seller, DraftTerms terms, boolean submitted) {
        try {
            check(by, terms);
            DraftRefused.unless(
                    drafts.countOpen(seller) < OfferDrafts.MOST_DRAFTS,
                    DraftRefusal.TOO_MANY_DRAFTS,
                    OfferDrafts.MOST_DRAFTS);
            if (submitted) {
                rules.checkSubmission(by, draft(by, seller, terms));
            }
            return Optional.empty();
        } catch (DraftRefused refused) {
            return Optional.of(refused);
        }
    }

    /** Why something that is there could not be this instead; empty if it could. */
    public Optional<DraftRefused> ofChange(SignedIn by, DraftTerms terms) {
        try {
            check(by, terms);
            return Optional.empty();
        } catch (DraftRefused refused) {
            return Optional.of(refused);
        }
    }

    private void check(SignedIn by, DraftTerms terms) {
        var product = drafts.product(terms.product(), Scope.of(by))
                .orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_PRODUCT));
        rules.check(by, terms, product);
    }

    private OfferDraft draft(SignedIn by, AccountId seller, DraftTerms terms) {
        return new OfferDraft(
                new DraftId(1),
                seller,
                "",
                terms,
                OfferState.DRAFT,
                0,
                "",
                by.who(),
                clock.instant(),
                Optional.empty(),
                Optional.empty());
    }
}
