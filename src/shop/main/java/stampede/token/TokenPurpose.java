package stampede.token;

/** What a signed token is for. One made for one purpose proves nothing for another. */
public enum TokenPurpose {
    /** Sent as a bearer token to the JSON API. */
    API,
    /** Kept by browsers as a cookie. */
    PAGES,
    /** Kept by browsers longer than that; says only that they signed in once. */
    DEVICE,
    /** Kept by the page that asks for the second factor; says only that the password was right. */
    SECOND_FACTOR
}
