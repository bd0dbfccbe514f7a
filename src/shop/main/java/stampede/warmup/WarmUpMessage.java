package stampede.warmup;

import stampede.order.PlaceOrder;

/**
 * Travels to a worker as a purchase does, and makes nothing.
 *
 * @param order of an offer that does not exist, so that what writes and reads orders is warm too
 */
record WarmUpMessage(PlaceOrder order) {}
