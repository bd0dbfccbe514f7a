package stampede.api.draft;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.draft.OfferDraft;

/**
 * A draft of an offer.
 *
 * @param id its number, which is not that of the offer
 * @param state DRAFT, PENDING or PUBLISHED
 * @param version to be sent back as {@code If-Match} with a change
 * @param productId the product
 * @param productName its name
 * @param sellerId whose it is
 * @param opensAt when it is to open
 * @param closesAt when it is to close
 * @param priceFen the flash price of one unit, in fen
 * @param units how many there are to be
 * @param limitPerShopper how many of them one shopper may have
 * @param limitPerAddress how many of them may go to one address; 0 for as many as anybody orders
 * @param words why it was sent back last; empty if it never was
 * @param submittedAt when it was submitted last
 * @param offerId the offer that it became
 */
@Schema(name = "OfferDraftState")
record DraftView(
        String id,
        OfferState state,
        long version,
        String productId,
        String productName,
        String sellerId,
        Instant opensAt,
        Instant closesAt,
        long priceFen,
        int units,
        int limitPerShopper,
        int limitPerAddress,
        String words,
        Optional<Instant> submittedAt,
        Optional<String> offerId) {

    static DraftView of(OfferDraft draft) {
        var terms = draft.terms();
        return new DraftView(
                draft.id().toString(),
                draft.state(),
                draft.version(),
                terms.product().toString(),
                draft.product(),
                draft.seller().toString(),
                terms.window().opensAt(),
                terms.window().closesAt(),
                terms.price().fen(),
                terms.units(),
                terms.limitPerShopper(),
                terms.limitPerAddress(),
                draft.words(),
                draft.submittedAt(),
                draft.offer().map(OfferId::toString));
    }
}
