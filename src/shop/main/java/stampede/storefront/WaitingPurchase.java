package stampede.storefront;

import java.time.Instant;
import java.util.Optional;
import stampede.catalog.Offer;

/**
 * Something that a shopper has begun to buy and not ended: a place in the queue, or an order to be paid.
 *
 * @param path its page
 * @param offer what is bought; empty if this node does not know it
 * @param place of one in the queue, 1 for the next; empty while that is unknown, and of an order
 * @param payBy of an order: until when it can be paid
 * @param total of an order: what it costs
 */
record WaitingPurchase(
        String path, Optional<Offer> offer, Optional<Integer> place, Optional<Instant> payBy, Optional<String> total) {}
