package stampede.api.problem;

/** Which addresses are the JSON API's. */
public final class ApiPaths {

    private ApiPaths() {}

    public static boolean contain(String path) {
        return path.equals("/api") || path.startsWith("/api/");
    }

    /** Which of them are kept as an earlier shop had them, and answer errors in its shape: see {@code stampede.api.compatible}. */
    public static boolean areCompatible(String path) {
        return isOrIsBelow(path, "/api/users") || isOrIsBelow(path, "/api/auth");
    }

    private static boolean isOrIsBelow(String path, String place) {
        return path.equals(place) || path.startsWith(place + "/");
    }
}
