package stampede.counter;

import stampede.catalog.OfferId;

/**
 * The counter was asked about an offer that it does not know, so a rebuild is due.
 *
 * @param offer the offer
 */
public record CounterWentCold(OfferId offer) {}
