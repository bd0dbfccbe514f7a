package stampede.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * On a node without the role {@code web}: answers nothing but what watches the node. Pages and API are 404 there, before any
 * filter looks at the request, so that a balancer that leads shoppers to a worker is noticed at its first request.
 */
final class WebRoleValve extends ValveBase {

    private static final String WATCHED = "/actuator";

    private static final byte[] ANSWER = "This node takes no shoppers: its roles (STAMPEDE_ROLES) are without web.\n"
            .getBytes(StandardCharsets.US_ASCII);

    WebRoleValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, jakarta.servlet.ServletException {
        var path = request.getDecodedRequestURI();
        if (WATCHED.equals(path) || (path != null && path.startsWith(WATCHED + "/"))) {
            getNext().invoke(request, response);
            return;
        }
        response.setStatus(HttpStatus.NOT_FOUND.value());
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.getOutputStream().write(ANSWER);
    }
}
