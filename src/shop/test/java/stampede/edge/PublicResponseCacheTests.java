package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.Uninterruptibles;
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
import java.util.Collections;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import stampede.site.PageFingerprintHeader;

/** What is made once for all, and what never is. */
class PublicResponseCacheTests {

    private final AtomicLong nanos = new AtomicLong();
    private final PublicResponseCache answers = new PublicResponseCache(
            new AcceptHeaderLocaleResolver(), new SimpleMeterRegistry(), nanos::get, PublicResponseCache.PATIENCE);
    private final AtomicInteger made = new AtomicInteger();

    @Test
    void manyWhoAskAtOnceGetOneAnswer() throws Exception {
        var asking = new CountDownLatch(20);
        FilterChain slow = (request, response) -> {
            allAsk(asking);
            number(request, response);
        };
        Callable<String> visitor = () -> {
            asking.countDown();
            return body(get("/"), slow);
        };
        var visitors = Executors.newFixedThreadPool(20);
        try {
            var bodies = visitors.invokeAll(Collections.nCopies(20, visitor));

            for (var body : bodies) {
                assertThat(body.get()).isEqualTo("1");
            }
        } finally {
            visitors.shutdown();
        }
    }

    @Test
    void nobodyWaitsForEverForAnothersAnswer() throws Exception {
        var hasty = new PublicResponseCache(
                new AcceptHeaderLocaleResolver(), new SimpleMeterRegistry(), nanos::get, Duration.ofMillis(10));
        var begun = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        FilterChain stuck = (request, response) -> {
            begun.countDown();
            Uninterruptibles.awaitUninterruptibly(end);
        };
        var first = CompletableFuture.runAsync(() -> {
            try {
                hasty.doFilter(get("/"), new MockHttpServletResponse(), stuck);
            } catch (IOException | ServletException failure) {
                throw new IllegalStateException(failure);
            }
        });
        try {
            assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
            var response = new MockHttpServletResponse();

            hasty.doFilter(get("/"), response, this::number);

            assertThat(response.getContentAsString()).isEqualTo("1");
        } finally {
            end.countDown();
            first.get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void anAnswerIsKeptForATenthOfASecond() throws Exception {
        assertThat(body(get("/"), this::number)).isEqualTo("1");

        nanos.addAndGet(Duration.ofMillis(99).toNanos());
        assertThat(body(get("/"), this::number)).isEqualTo("1");

        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertThat(body(get("/"), this::number)).isEqualTo("2");
    }

    @Test
    void eachAddressLanguageAndPieceHasAnAnswerOfItsOwn() throws Exception {
        var chinese = get("/slots/1");
        chinese.addPreferredLocale(Locale.SIMPLIFIED_CHINESE);
        var piece = get("/slots/1");
        piece.addHeader("HX-Request", "true");
        var restored = get("/slots/1");
        restored.addHeader("HX-Request", "true");
        restored.addHeader("HX-History-Restore-Request", "true");
        var other = get("/slots/1");
        other.setQueryString("date=2026-11-23");

        assertThat(body(get("/slots/1"), this::number)).isEqualTo("1");
        assertThat(body(chinese, this::number)).isEqualTo("2");
        assertThat(body(piece, this::number)).isEqualTo("3");
        assertThat(body(other, this::number)).isEqualTo("4");
        assertThat(body(get("/slots/2"), this::number)).isEqualTo("5");
        assertThat(body(restored, this::number)).isEqualTo("1");
    }

    /** A page has the colours that were chosen; a file and figures have none. */
    @Test
    void aPageIsMadeForEachChoiceOfColoursAndAFileOnce() throws Exception {
        assertThat(body(get("/slots/1"), this::number)).isEqualTo("1");
        assertThat(body(inDark("/slots/1"), this::number)).isEqualTo("2");
        assertThat(body(inDark("/slots/1"), this::number)).isEqualTo("2");
        assertThat(body(get("/stampede.css"), this::number)).isEqualTo("3");
        assertThat(body(inDark("/stampede.css"), this::number)).isEqualTo("3");
        assertThat(body(get("/slots/1/stock"), this::number)).isEqualTo("4");
        assertThat(body(inDark("/slots/1/stock"), this::number)).isEqualTo("4");
    }

    private static MockHttpServletRequest inDark(String path) {
        var request = get(path);
        request.setCookies(new Cookie("theme", "dark"));
        return request;
    }

    @ParameterizedTest
    @ValueSource(strings = {"x=1", "x=2&date2=3", "utm_source=a", "Date=2026-11-23", "a=%", "&&&", "seen=abc"})
    void nobodyMakesAPageAnewByInventingParameters(String query) throws Exception {
        var odd = get("/slots/1/stock");
        odd.setQueryString(query);
        FilterChain telling = (request, response) -> {
            response.getWriter().print(((HttpServletRequest) request).getQueryString() + made.incrementAndGet());
        };

        assertThat(body(odd, telling)).isEqualTo("null1");
        assertThat(body(get("/slots/1/stock"), telling)).isEqualTo("null1");
    }

    @Test
    void theOrderAndNumberOfParametersIsNothingNew() throws Exception {
        var one = get("/api/v1/slots");
        one.setQueryString("date=2026-11-23&page=1");
        var other = get("/api/v1/slots");
        other.setQueryString("page=1&x=y&date=2026-11-23&date=2026-11-24");
        FilterChain telling = (request, response) ->
                response.getWriter().print(request.getParameter("date") + request.getParameter("page"));

        assertThat(body(one, telling)).isEqualTo("2026-11-231");
        assertThat(body(other, this::number)).isEqualTo("2026-11-231");
    }

    @Test
    void whoHasSeenTheFiguresIsAnsweredWithoutThem() throws Exception {
        FilterChain figures = (request, response) -> {
            ((HttpServletResponse) response).setHeader(PageFingerprintHeader.HEADER, "abc");
            number(request, response);
        };
        var knows = get("/slots/1/stock");
        knows.setQueryString("seen=abc");
        var response = new MockHttpServletResponse();

        assertThat(body(get("/slots/1/stock"), figures)).isEqualTo("1");
        answers.doFilter(knows, response, figures);

        assertThat(response.getStatus()).isEqualTo(204);
        assertThat(response.getContentAsByteArray()).isEmpty();
        assertThat(made).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/slots/1", "/offers/1", "/api/v1/slots"})
    void whoeverMayBeSomebodyIsNotAnsweredFromMemory(String path) throws Exception {
        var cookie = get(path);
        cookie.setCookies(new Cookie("lang", "en"), new Cookie("stampede", "ann"));
        var bearer = get(path);
        bearer.addHeader("Authorization", "Bearer ann");

        assertThat(body(get(path), this::number)).isEqualTo("1");
        assertThat(body(cookie, this::tellWho)).isEqualTo("stampede=ann");
        assertThat(body(bearer, this::tellWho)).isEqualTo("Bearer ann");
        assertThat(body(get(path), this::tellWho)).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/slots/1/stock", "/offers/1/stock", "/pictures/vase.svg", "/slots/1"})
    void whatEverybodyMaySeeIsMadeForNobody(String path) throws Exception {
        var cookie = get(path);
        cookie.addHeader("HX-Request", "true");
        cookie.addHeader("Authorization", "Bearer ann");
        cookie.setCookies(new Cookie("stampede", "ann"));

        assertThat(body(cookie, this::tellWho)).isEqualTo("nobody");
    }

    @ParameterizedTest
    @CsvSource({"404, ", "303, ", "500, ", "200, csrf=1"})
    void whatCannotBeGivenToOthersIsNot(int status, String cookie) throws Exception {
        FilterChain refusing = (request, response) -> {
            ((HttpServletResponse) response).setStatus(status);
            if (cookie != null) {
                ((HttpServletResponse) response).addHeader("Set-Cookie", cookie);
            }
            number(request, response);
        };

        assertThat(body(get("/"), refusing)).isEqualTo("1");
        assertThat(body(get("/"), refusing)).isEqualTo("2");
    }

    @Test
    void aFaultIsNotKept() throws Exception {
        assertThatThrownBy(() -> body(get("/"), (request, response) -> {
                    throw new ServletException("broken");
                }))
                .isInstanceOf(ServletException.class);

        assertThat(body(get("/"), this::number)).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "POST"})
    void onlyGetIsAnsweredFromMemory(String method) throws Exception {
        assertThat(body(get("/"), this::number)).isEqualTo("1");

        assertThat(body(new MockHttpServletRequest(method, "/"), this::number)).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({"If-None-Match, x", "Range, bytes=0-1", "Accept, application/json"})
    void whoeverAsksInAnotherWayIsNotAnsweredFromMemory(String header, String value) throws Exception {
        var request = get("/stampede.css");
        request.addHeader(header, value);

        assertThat(body(get("/stampede.css"), this::number)).isEqualTo("1");
        assertThat(body(request, this::number)).isEqualTo("2");
    }

    private void number(ServletRequest request, ServletResponse response) throws IOException {
        response.getWriter().print(made.incrementAndGet());
    }

    private void tellWho(ServletRequest request, ServletResponse response) throws IOException {
        var asking = (HttpServletRequest) request;
        var cookies = asking.getCookies();
        var bearer = asking.getHeader("Authorization");
        var last = cookies == null ? null : cookies[cookies.length - 1];
        response.getWriter()
                .print(last != null ? last.getName() + "=" + last.getValue() : bearer != null ? bearer : "nobody");
    }

    private String body(HttpServletRequest request, FilterChain chain) throws IOException, ServletException {
        var response = new MockHttpServletResponse();
        answers.doFilter(request, response, chain);
        return response.getContentAsString();
    }

    private static MockHttpServletRequest get(String path) {
        return new MockHttpServletRequest("GET", path);
    }

    private static void allAsk(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new AssertionError(stopped);
        }
    }
}
