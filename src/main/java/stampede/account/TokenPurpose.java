package stampede.account;

/** What a signed token is for. One made for one purpose proves nothing for another. */
enum TokenPurpose {
    /** Sent as a bearer token to the JSON API. */
    API,
    /** Kept by browsers as a cookie. */
    PAGES
}
