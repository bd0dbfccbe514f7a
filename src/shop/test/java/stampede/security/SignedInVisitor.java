package stampede.security;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.account.SignedIn;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** Makes visitors who are signed in already, without a password. */
public final class SignedInVisitor {

    private SignedInVisitor() {}

    /**
     * Somebody with a browser at the shop on this machine.
     *
     * @param port where the shop listens
     */
    public static BrowserVisitor at(int port, Chromium chromium, Device device, PageCookies cookies, SignedIn account) {
        var response = new MockHttpServletResponse();
        cookies.signIn(account, new MockHttpServletRequest(), response);
        var address = "http://127.0.0.1:" + port;
        var visitor = chromium.visitor(address, device);
        for (var cookie : response.getCookies()) {
            if (cookie.getMaxAge() != 0) {
                visitor.withCookie(cookie.getName(), cookie.getValue(), address);
            }
        }
        return visitor;
    }
}
