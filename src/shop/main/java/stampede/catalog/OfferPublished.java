package stampede.catalog;

/**
 * An offer can be seen and, in its slot, bought; published in the transaction that stored it.
 *
 * @param offer the offer as stored
 * @param kind what it sells
 */
public record OfferPublished(Offer offer, OfferKind kind) {}
