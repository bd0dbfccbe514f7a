package stampede.draft;

import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;

/**
 * An offer before it is published; nobody but its seller and operators sees it.
 *
 * @param id its id
 * @param seller whose the product is
 * @param product the product's name
 * @param terms what the offer is to be
 * @param state DRAFT, PENDING, or PUBLISHED
 * @param version grows with each change
 * @param words why it was sent back last; empty if it never was
 * @param madeBy who began it, such as {@code seller:3}
 * @param madeAt when
 * @param submittedAt when it was submitted last
 * @param offer what it became
 */
public record OfferDraft(
        DraftId id,
        AccountId seller,
        String product,
        DraftTerms terms,
        OfferState state,
        long version,
        String words,
        String madeBy,
        Instant madeAt,
        Optional<Instant> submittedAt,
        Optional<OfferId> offer) {

    /** How records of what was done to it name it. */
    String subject() {
        return "offer-draft:" + id;
    }

    public boolean isDraft() {
        return state == OfferState.DRAFT;
    }

    public boolean isPending() {
        return state == OfferState.PENDING;
    }
}
