package stampede.channel;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Servers that play DingTalk, WeCom and a receiver of webhooks. They check tokens and signatures with code of their own, and answer once each
 * what they were told to, then that they have it.
 */
public final class ChannelReceivers implements AutoCloseable {

    public static final String DINGTALK_TOKEN = "dingtalk-token-of-the-tests";
    public static final String DINGTALK_SECRET = "SECdingtalk-secret-of-the-tests";
    public static final String WECOM_KEY = "wecom-key-of-the-tests-0001";
    public static final String WEBHOOK_SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    private static final long ONE_HOUR_MS = 3_600_000;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Received> all = new CopyOnWriteArrayList<>();
    private final Queue<Behavior> next = new ConcurrentLinkedQueue<>();

    public ChannelReceivers() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException taken) {
            throw new UncheckedIOException(taken);
        }
        server.setExecutor(threads);
        server.createContext("/robot/send", exchange -> answer("dingtalk", exchange, this::dingTalk));
        server.createContext("/cgi-bin/webhook/send", exchange -> answer("wecom", exchange, this::weCom));
        server.createContext("/webhook", exchange -> answer("webhook", exchange, this::webhook));
        server.start();
    }

    /** Where a robot of DingTalk is. */
    public String dingTalk() {
        return address("/robot/send");
    }

    /** Where a robot of WeCom is. */
    public String weCom() {
        return address("/cgi-bin/webhook/send");
    }

    /** Where webhooks are taken. */
    public String webhook() {
        return address("/webhook");
    }

    private String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** What the next requests are answered, in turn; those after them are taken. */
    public void behave(Behavior... behaviors) {
        next.addAll(Arrays.asList(behaviors));
    }

    /** What came, whatever was answered, oldest first. */
    public List<Received> all() {
        return List.copyOf(all);
    }

    /** What was taken by one of them, such as {@code wecom}. */
    public List<Received> taken(String by) {
        return all.stream().filter(one -> one.by().equals(by) && one.isTaken()).toList();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(String by, HttpExchange exchange, Check check) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var behavior = Objects.requireNonNullElse(next.poll(), Behavior.TAKE);
        var answer = behavior == Behavior.TAKE ? check.answer(exchange, body) : behavior.answer;
        all.add(new Received(by, body, header(exchange, "webhook-id"), answer.equals(OK)));
        switch (behavior) {
            case HANG -> {
                awaitEnd();
                exchange.close();
            }
            case REDIRECT -> {
                exchange.getResponseHeaders().set("Location", webhook());
                send(exchange, 302, "");
            }
            case ERROR -> send(exchange, 500, "no, and your key is " + exchange.getRequestURI());
            case TAKE, TOO_FAST, BAD_SIGNATURE -> send(exchange, answer.startsWith("4") ? 401 : 200, answer);
        }
    }

    private void awaitEnd() {
        try {
            closed.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, String answer) throws IOException {
        var bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static final String OK = "{\"errcode\":0,\"errmsg\":\"ok\"}";

    private String dingTalk(HttpExchange exchange, String body) {
        var query = query(exchange);
        var at = query.getOrDefault("timestamp", "0");
        var wanted = Base64.getEncoder()
                .encodeToString(hmac(DINGTALK_SECRET.getBytes(StandardCharsets.UTF_8), at + "\n" + DINGTALK_SECRET));
        if (!DINGTALK_TOKEN.equals(query.get("access_token"))) {
            return "{\"errcode\":300005,\"errmsg\":\"token is not exist\"}";
        }
        var isNow = Math.abs(System.currentTimeMillis() - Long.parseLong(at)) < ONE_HOUR_MS;
        return isNow && wanted.equals(query.get("sign")) && body.contains("\"markdown\"")
                ? OK
                : "{\"errcode\":310000,\"errmsg\":\"sign not match\"}";
    }

    private String weCom(HttpExchange exchange, String body) {
        if (!WECOM_KEY.equals(query(exchange).get("key"))) {
            return "{\"errcode\":93000,\"errmsg\":\"invalid webhook url\"}";
        }
        return body.contains("\"msgtype\"") ? OK : "{\"errcode\":40008,\"errmsg\":\"invalid message type\"}";
    }

    private String webhook(HttpExchange exchange, String body) {
        var signed = header(exchange, "webhook-id") + "." + header(exchange, "webhook-timestamp") + "." + body;
        var key = Base64.getDecoder().decode(WEBHOOK_SECRET.substring("whsec_".length()));
        var wanted = "v1," + Base64.getEncoder().encodeToString(hmac(key, signed));
        return List.of(header(exchange, "webhook-signature").split(" ")).contains(wanted) ? OK : "401 bad signature";
    }

    private static String header(HttpExchange exchange, String name) {
        @Nullable String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    private static Map<String, String> query(HttpExchange exchange) {
        return Arrays.stream(exchange.getRequestURI().getRawQuery().split("&"))
                .map(part -> part.split("=", 2))
                .collect(Collectors.toMap(part -> part[0], part -> URLDecoder.decode(part[1], StandardCharsets.UTF_8)));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Answers what one of them says to a request. */
    private interface Check {

        String answer(HttpExchange exchange, String body);
    }

    /**
     * A request.
     *
     * @param by which of them it came to
     * @param id of a webhook; empty for the others
     */
    public record Received(String by, String body, String id, boolean isTaken) {}

    /** What a request is answered. */
    public enum Behavior {
        TAKE(""),
        TOO_FAST("{\"errcode\":130101,\"errmsg\":\"send too fast\"}"),
        BAD_SIGNATURE("{\"errcode\":310000,\"errmsg\":\"sign not match\"}"),
        ERROR(""),
        HANG(""),
        REDIRECT("");

        private final String answer;

        Behavior(String answer) {
            this.answer = answer;
        }
    }
}
