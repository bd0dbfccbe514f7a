package stampede.servers;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads in {@code src/deploy/nginx/stampede.conf} what is done with requests for a path.
 *
 * @param text of that file, whose locations are indented by four
 */
record NginxLocations(String text) {

    private static final Pattern LOCATION = Pattern.compile("(?ms)^ {4}location (~|\\^~)? ?(\\S+) \\{$(.*?)^ {4}}$");

    /** What a path is to nginx that no location of its own is for. */
    RequestTreatment treatment(String path) {
        var locations = LOCATION.matcher(text).results().toList();
        var own = locations.stream()
                .filter(location -> "^~".equals(location.group(1)) && path.startsWith(location.group(2)))
                .findFirst()
                .or(() -> locations.stream()
                        .filter(location -> "~".equals(location.group(1)) && matches(location, path))
                        .findFirst())
                .map(location -> location.group(3))
                .orElse("");
        var limit = words("limit_req", own);
        var zone = words("limit_req_zone \\S+ " + limit.get(0) + ":\\S+", "");
        return new RequestTreatment(
                own.contains("return 404"),
                String.join(" ", words("proxy_next_upstream", own)),
                seconds(words("proxy_next_upstream_timeout", own)),
                words("client_max_body_size", own).get(0),
                seconds(words("proxy_read_timeout", own)),
                zone.get(0).replaceAll("rate=(\\d+)r/s", "$1"),
                Integer.parseInt(limit.get(1).substring("burst=".length())),
                words("limit_conn", own).get(1));
    }

    private static boolean matches(MatchResult location, String path) {
        return Pattern.compile(location.group(2)).matcher(path).find();
    }

    /** Of the location, or of the server around it. */
    private List<String> words(String directive, String location) {
        var line = Pattern.compile("(?m)^ +" + directive + " ([^;]+);$");
        return List.of(Stream.of(location, text)
                .flatMap(place -> line.matcher(place).results())
                .findFirst()
                .orElseThrow()
                .group(1)
                .split(" "));
    }

    private static String seconds(List<String> time) {
        return time.get(0).replaceAll("s$", "");
    }
}
