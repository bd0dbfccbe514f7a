package stampede.api;

/** Which addresses are the JSON API's. */
final class ApiPaths {

    private ApiPaths() {}

    static boolean contain(String path) {
        return path.equals("/api") || path.startsWith("/api/");
    }
}
