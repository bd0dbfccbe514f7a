package stampede.storefront;

/** What a page suggests to do after a no. */
enum NextStep {
    TRY_AGAIN,
    BACK_TO_OFFER,
    MY_ORDERS,
    OTHER_OFFERS
}
