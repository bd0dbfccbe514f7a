package stampede.site;

/** How a page's figures are named on the way out, so that the cache of whole pages need not make them anew for each that has some. */
public final class PageFingerprintHeader {

    /** The header that names them. A request whose parameter {@code seen} says the same is answered 204. */
    public static final String HEADER = "Stampede-Seen";

    private PageFingerprintHeader() {}
}
