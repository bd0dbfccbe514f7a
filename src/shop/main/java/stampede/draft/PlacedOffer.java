package stampede.draft;

import stampede.catalog.OfferState;

/**
 * An offer of a product in a window, or a draft of one that is not published yet.
 *
 * @param id of the offer or of the draft
 * @param isDraft which of the two
 * @param state how far it is
 * @param terms what it is or is to be, in the window in which it was planned
 */
public record PlacedOffer(long id, boolean isDraft, OfferState state, DraftTerms terms) {}
