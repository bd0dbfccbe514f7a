package stampede.stock;

import stampede.catalog.OfferId;

/**
 * There are more or fewer units of an offer in all; published in the transaction that decided so.
 *
 * @param offer the offer
 */
public record StockTotalChanged(OfferId offer) {}
