package stampede.edge;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import stampede.api.ApiClient;

/** The express way and the long way to the same answer. */
final class BothWays {

    /** They tell when and how it was sent, and not what is said. */
    private static final Set<String> OF_THE_LINE =
            Set.of("date", "content-length", "transfer-encoding", "connection", "keep-alive");

    private BothWays() {}

    static ApiClient thatGoesTheLongWay(ApiClient client) {
        return client.with("Accept", "application/json;q=0.9");
    }

    /** Status, headers and body, but for how long to wait, which is a matter of the moment. */
    static Map<String, Object> said(ApiClient.Answer answer) {
        var said = new HashMap<String, Object>();
        answer.headers().map().forEach((name, values) -> {
            var header = name.toLowerCase(Locale.ROOT);
            if (!OF_THE_LINE.contains(header)) {
                said.put(header, header.equals("retry-after") ? "some seconds" : values);
            }
        });
        said.put("status", answer.status());
        said.put("body", answer.body());
        return said;
    }
}
