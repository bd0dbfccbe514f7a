package stampede.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import stampede.StampedeTest;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.testing.Proof;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests by chance to every address of the API and every form of the pages, signed in and not: each is answered with a reason, and none
 * leaves a stack trace. {@code -Dseed=…} repeats a run, {@code -Dproof=full} makes 20,000.
 */
@StampedeTest
class RequestFuzzTests {

    private static final Pattern STACK =
            Pattern.compile("(\\n\\s+at |\\bjava\\.\\w|org\\.springframework|\\bstampede\\.\\w+\\.[A-Z]|Exception)");

    @LocalServerPort
    private int port;

    @Autowired
    private ApplicationContext beans;

    @Autowired
    private SignedInVisitors signedInVisitors;

    @Autowired
    private OfferPublishing offerPublishing;

    private final LogOfRequests log = new LogOfRequests();

    @BeforeEach
    void listen() {
        log.setContext((LoggerContext) LoggerFactory.getILoggerFactory());
        log.start();
        root().addAppender(log);
    }

    @AfterEach
    void stopListening() {
        root().detachAppender(log);
    }

    @Test
    void answersEverythingWithAReasonAndWithoutAStackTrace() throws IOException {
        var seed = Long.getLong("seed", System.nanoTime());
        var count = Proof.size(400, 20_000);
        var shop = new RawHttp(port);
        var known = List.of(TestOffers.running(offerPublishing, 5, 2).toString(), "1");
        var fuzz = new RequestFuzzer(seed, Endpoint.all(beans), signedInVisitors.oneOfEach(shop), known);
        var statuses = new TreeMap<Integer, Integer>();
        var mistakes = new ArrayList<String>();
        var slowest = new TreeMap<Long, String>();

        for (var number = 0; number < count; number++) {
            var request = fuzz.request(number);
            log.during(new String(request, ISO_8859_1));
            var start = System.nanoTime();
            var answer = shop.send(request);
            slowest.put(
                    System.nanoTime() - start,
                    shown(request).lines().findFirst().orElse(""));
            statuses.merge(answer.status(), 1, Integer::sum);
            if (!isGood(answer)) {
                mistakes.add(number + ": " + shown(request) + "\n=> " + answer.status() + " " + cut(answer.body()));
            }
        }

        Proof.print(
                "fuzz: %d requests in %d ms, seed %d, answers by status %s",
                count,
                NANOSECONDS.toMillis(
                        slowest.keySet().stream().mapToLong(Long::longValue).sum()),
                seed,
                statuses);
        slowest.descendingMap().entrySet().stream()
                .limit(3)
                .forEach(one -> Proof.print("fuzz: %d ms for %s", NANOSECONDS.toMillis(one.getKey()), one.getValue()));
        assertThat(mistakes).as("seed %d", seed).isEmpty();
        assertThat(log.mistakes()).as("in the log, seed %d", seed).isEmpty();
        assertThat(statuses.keySet())
                .as("the fuzz gets through to all kinds of answers")
                .contains(200, 400, 401, 403, 404, 415);
    }

    @Test
    void hasATurnForEveryOperationThatTheApiDescribes() throws IOException {
        var turns = new HashSet<String>();
        Endpoint.all(beans).forEach(one -> turns.add(one.method() + " " + one.pattern()));
        var page = new RawHttp(port).send("GET /v3/api-docs HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");

        var operations = new ArrayList<String>();
        new JsonMapper()
                .readTree(page.body())
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));

        assertThat(operations).hasSizeGreaterThan(20);
        assertThat(turns).containsAll(operations);
    }

    /** Well formed or not, it gets an answer; that something is away for a moment has a name. */
    private static boolean isGood(RawHttp.Answer answer) {
        var named = answer.status() == 503
                && (answer.body().contains("\"BUSY\"")
                        || answer.body().contains("Very busy")
                        || answer.header("Retry-After").isPresent());
        return answer.status() > 0
                && (answer.status() < 500 || named)
                && (answer.status() < 400 || !STACK.matcher(answer.body()).find());
    }

    private static String shown(byte[] request) {
        return cut(new String(request, ISO_8859_1)
                .codePoints()
                .mapToObj(letter -> letter == '\n' || (letter >= ' ' && letter < 127)
                        ? Character.toString(letter)
                        : "\\x" + Integer.toHexString(letter))
                .reduce(new StringBuilder(), StringBuilder::append, StringBuilder::append)
                .toString());
    }

    private static String cut(String text) {
        return text.length() <= 1_500 ? text : text.substring(0, 1_500) + "…";
    }

    private static ch.qos.logback.classic.Logger root() {
        return (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    }

    /** What threads that answer requests write which somebody would have to look into. */
    private static final class LogOfRequests extends AppenderBase<ILoggingEvent> {

        private final ConcurrentLinkedQueue<String> mistakes = new ConcurrentLinkedQueue<>();
        private volatile String request = "";

        void during(String sent) {
            request = sent;
        }

        List<String> mistakes() {
            return List.copyOf(mistakes);
        }

        @Override
        protected void append(ILoggingEvent event) {
            var answers = event.getThreadName().startsWith("tomcat-handler")
                    || event.getThreadName().startsWith("http-nio");
            if (answers
                    && (event.getThrowableProxy() != null || event.getLevel().isGreaterOrEqual(Level.ERROR))) {
                var thrown = event.getThrowableProxy();
                mistakes.add(event.getLevel() + " " + event.getLoggerName() + " " + cut(event.getFormattedMessage())
                        + (thrown == null
                                ? ""
                                : " " + thrown.getClassName() + ": " + cut(String.valueOf(thrown.getMessage())))
                        + "\nafter " + shown(request.getBytes(ISO_8859_1)));
            }
        }
    }
}
