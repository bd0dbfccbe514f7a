package stampede.edge;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.http.HttpStatus;

/**
 * Has Tomcat close the connection of a client that sends too long a body as soon as it has its answer, instead of waiting for the rest. Only a valve
 * can tell Tomcat so. After a 413 it uses no connection again, so nobody takes the rest for another request.
 */
final class LongBodyValve extends ValveBase {

    LongBodyValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (response.getStatus() == HttpStatus.CONTENT_TOO_LARGE.value()) {
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }
}
