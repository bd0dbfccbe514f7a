package stampede.account;

import com.google.common.net.InetAddresses;
import jakarta.servlet.http.HttpServletRequest;

/** Tells requests made on this machine, such as those of a Prometheus beside the shop, from those a proxy passed on. */
final class LocalCallers {

    private LocalCallers() {}

    static boolean sent(HttpServletRequest request) {
        return InetAddresses.forString(request.getRemoteAddr()).isLoopbackAddress()
                && request.getHeader("X-Forwarded-For") == null
                && request.getHeader("Forwarded") == null;
    }
}
