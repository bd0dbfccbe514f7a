package stampede.site;

/**
 * How an answer says for how long nginx may give it in place of a node, whatever else it says: see {@code ngx_http_proxy_module}. Only for
 * what is the same for everybody, and where nobody minds that it is old.
 */
public final class ProxyCacheHeader {

    /** The header that says for how many seconds. */
    public static final String HEADER = "X-Accel-Expires";

    /** For figures that are asked for again soon. nginx counts whole seconds, so they are up to two seconds old. */
    public static final String A_MOMENT = "1";

    private ProxyCacheHeader() {}
}
