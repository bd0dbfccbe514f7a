package stampede.counter;

import stampede.catalog.OfferId;

/**
 * Something in Redis that the counter of an offer stands on cannot be what the scripts have left there, so it is to be looked at.
 *
 * @param offer the offer
 */
public record CounterSpoiled(OfferId offer) {}
