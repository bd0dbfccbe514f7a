package stampede.api;

/** The header {@code If-Match} (RFC 9110, 13.1.1), where what is changed has a number for each of its versions. */
public final class IfMatch {

    private static final long NONE = -1;

    private IfMatch() {}

    /** The version that a request wants to change, with or without quotes; -1, which nothing has, for what is no number. */
    public static long version(String header) {
        var text = header.strip().replaceFirst("^W/", "").replace("\"", "");
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : NONE;
    }
}
