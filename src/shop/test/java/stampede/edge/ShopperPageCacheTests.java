package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.address.Address;
import stampede.address.AddressFields;
import stampede.address.AddressId;
import stampede.security.PageReader;
import stampede.storefront.AnyShopper;

/** What makes a page for any shopper knows nobody, and each reader gets their own. */
class ShopperPageCacheTests {

    private static final SignedIn ANN = new SignedIn(new AccountId(1), "ann", Role.SHOPPER);
    private static final SignedIn BOB = new SignedIn(new AccountId(2), "<bob>", Role.SHOPPER);

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger made = new AtomicInteger();
    private final List<Address> addresses = new ArrayList<>();
    private final ShopperPageCache pages = new ShopperPageCache(
            new AcceptHeaderLocaleResolver(), account -> addresses, new SimpleMeterRegistry(), nanos::get);

    @Test
    void whatMakesThePageKnowsNobody() throws Exception {
        var telling = new ArrayList<String>();
        FilterChain curious = (request, response) -> {
            var asking = (HttpServletRequest) request;
            telling.add(Arrays.toString(asking.getCookies()));
            telling.add(Collections.list(asking.getHeaderNames()).toString());
            telling.add(asking.getHeader("Cookie") + asking.getHeader("Authorization"));
            telling.add(asking.getRemoteUser() + asking.getUserPrincipal() + asking.getSession(false));
            telling.add(Collections.list(asking.getAttributeNames()).toString());
            telling.add(String.valueOf(asking.getAttribute("noted")));
            telling.add(token(asking));
            telling.add(PageReader.current().orElseThrow().toString());
            telling.add(asking.getQueryString() + asking.getParameterMap());
            response.setContentType("text/html;charset=UTF-8");
        };
        var request = asks("/", ANN);
        request.setQueryString("who=ann");
        request.setParameter("who", "ann");

        read(request, ANN, curious);

        assertThat(telling).hasSize(9).noneMatch(told -> told.contains("ann"));
        assertThat(PageReader.current()).isEmpty();
    }

    @Test
    void eachReaderGetsTheirOwnOnAPageThatWasMadeOnce() throws Exception {
        assertThat(read(asks("/", ANN), ANN, this::page)).isEqualTo("1 A ann token-of-ann");
        assertThat(read(asks("/", BOB), BOB, this::page)).isEqualTo("1 &lt; &lt;bob&gt; token-of-&lt;bob&gt;");

        nanos.addAndGet(Duration.ofMillis(100).toNanos());
        assertThat(read(asks("/", ANN), ANN, this::page)).isEqualTo("2 A ann token-of-ann");
    }

    @Test
    void aPageWithOtherAddressesIsAnotherOne() throws Exception {
        assertThat(read(asks("/offers/1", ANN), ANN, this::page)).startsWith("1");
        addresses.add(address(5, true));
        addresses.add(address(4, false));
        assertThat(read(asks("/offers/1", ANN), ANN, this::page)).startsWith("2");
        assertThat(read(asks("/offers/1", BOB), BOB, this::page)).startsWith("2");
        Collections.reverse(addresses);
        assertThat(read(asks("/offers/1", ANN), ANN, this::tellWhose)).isEqualTo("ann");
    }

    @Test
    void whatOneReaderIsGivenBesidesIsForThemAlone() throws Exception {
        var renewed = new MockHttpServletResponse();
        renewed.addHeader("Set-Cookie", "stampede=ann");
        PageReader.change(ANN, () -> pages.doFilter(asks("/", ANN), renewed, this::page));
        var other = new MockHttpServletResponse();
        PageReader.change(BOB, () -> pages.doFilter(asks("/", BOB), other, this::page));

        assertThat(renewed.getHeaders("Set-Cookie")).containsExactly("stampede=ann");
        assertThat(other.getContentAsString()).startsWith("1");
        assertThat(other.getHeader("Set-Cookie")).isNull();
        assertThat(other.getHeaders("Vary")).containsExactly("Cookie");
        assertThat(other.getHeader("Content-Encoding")).isNull();
    }

    @ParameterizedTest
    @CsvSource({"404, ", "500, ", "200, purchases=1"})
    void whatCannotBeGivenToOthersIsNot(int status, String cookie) throws Exception {
        FilterChain other = (request, response) -> {
            ((HttpServletResponse) response).setStatus(status);
            ((HttpServletResponse) response).setHeader("Cache-Control", null);
            if (cookie != null) {
                ((HttpServletResponse) response).addHeader("Set-Cookie", cookie);
            }
            page(request, response);
        };

        assertThat(read(asks("/", ANN), ANN, other)).isEqualTo("1 A ann token-of-ann");
        assertThat(read(asks("/", ANN), ANN, this::tellWhose)).isEqualTo("ann");
    }

    @Test
    void aFaultIsNotKept() throws Exception {
        assertThatThrownBy(() -> read(asks("/", ANN), ANN, (request, response) -> {
                    throw new ServletException("broken");
                }))
                .isInstanceOf(ServletException.class);

        assertThat(read(asks("/", BOB), BOB, this::tellWhose)).isEqualTo("<bob>");
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"SELLER", "OPERATOR"})
    void whoeverIsNoShopperGetsAPageOfTheirOwn(Role role) throws Exception {
        var account = new SignedIn(new AccountId(3), "cat", role);

        assertThat(read(asks("/", account), account, this::tellWhose)).isEqualTo("cat");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /orders, , ",
        "GET, /slots/1/stock, , ",
        "HEAD, /, , ",
        "POST, /, , ",
        "GET, /, If-None-Match, x",
        "GET, /, Range, bytes=0-1",
        "GET, /slots/1, HX-Request, true"
    })
    void whateverIsNoWholePageIsLeftAlone(String method, String path, String header, String value) throws Exception {
        var request = asks(path, ANN);
        request.setMethod(method);
        if (header != null) {
            request.addHeader(header, value);
        }

        assertThat(read(request, ANN, this::tellWhose)).isEqualTo("ann");
    }

    private void page(ServletRequest request, ServletResponse response) throws IOException {
        var reader = PageReader.current().orElseThrow();
        ((HttpServletResponse) response).addHeader("Vary", "Cookie");
        response.setContentType("text/html;charset=UTF-8");
        response.getWriter()
                .print(made.incrementAndGet() + " " + reader.username().charAt(0) + " " + reader.username() + " "
                        + token((HttpServletRequest) request));
    }

    private void tellWhose(ServletRequest request, ServletResponse response) throws IOException {
        response.getWriter().print(PageReader.current().orElseThrow().username());
    }

    private static String token(HttpServletRequest request) {
        return ((CsrfToken) request.getAttribute(CsrfToken.class.getName())).getToken();
    }

    private String read(HttpServletRequest request, SignedIn reader, FilterChain chain)
            throws IOException, ServletException {
        var response = new MockHttpServletResponse();
        PageReader.change(reader, () -> pages.doFilter(request, response, chain));
        assertThat(AnyShopper.gaps()).noneMatch(response.getContentAsString()::contains);
        return response.getContentAsString();
    }

    /** As the filters before leave it. */
    private static MockHttpServletRequest asks(String path, SignedIn reader) {
        var request = new MockHttpServletRequest("GET", path);
        request.setCookies(new Cookie("stampede", reader.username()));
        request.addHeader("Authorization", "Basic ann");
        request.setRemoteUser(reader.username());
        request.setAttribute("noted", reader.username());
        request.setAttribute(
                CsrfToken.class.getName(), new DefaultCsrfToken("X-CSRF", "_csrf", "token-of-" + reader.username()));
        return request;
    }

    private static Address address(int id, boolean isDefault) {
        return new Address(new AddressId(id), new AddressFields("Ann", "", "", "Road 8"), isDefault);
    }
}
