package stampede.catalog;

import stampede.money.Money;

/**
 * Announces, in the transaction that stores it, that an offer has another price.
 *
 * @param offer the offer, whose slot has not opened
 * @param price what one unit costs from now on
 */
public record OfferPriceChanged(OfferId offer, Money price) {}
