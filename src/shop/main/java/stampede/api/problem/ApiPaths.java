package stampede.api.problem;

/** Which addresses are the JSON API's. */
public final class ApiPaths {

    private ApiPaths() {}

    public static boolean contain(String path) {
        return path.equals("/api") || path.startsWith("/api/");
    }
}
