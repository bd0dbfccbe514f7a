package stampede.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stampede.account.Role;
import stampede.edge.SignedInVisitors.SignedInTwice;

/** Writes requests that nobody in their right mind would send, the same ones again for the same seed. */
final class RequestFuzzer {

    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "FOO");

    private static final List<String> OTHER_PATHS = List.of(
            "/error",
            "/favicon.ico",
            "/stampede.css",
            "/v3/api-docs",
            "/swagger-ui/index.html",
            "/actuator/health",
            "/actuator/prometheus",
            "/actuator",
            "/api",
            "/api/v1",
            "/api/v2/offers",
            "/webjars/x.js",
            "/pictures/..",
            "/payments/alipay/notify",
            "*");

    private static final List<String> IN_PATHS = List.of(
            ";x=y", "//", "/.", "/..", "%00", "%2f", "%2e%2e/", "%", "\\", "%ff", "\u00ff", "%0d%0a", "+", "?", "#",
            " ");

    private static final List<String> VALUES = List.of(
            "",
            " ",
            "0",
            "1",
            "2",
            "-1",
            "007",
            "1.5",
            "1e9",
            "NaN",
            "2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999999999",
            "null",
            "true",
            "on",
            "%",
            "%zz",
            "\u0000",
            "a\u0000b",
            "a\r\nb",
            "\u001b[31m",
            "\u2028",
            "\u202e",
            "用户",
            "éric",
            "\uD83C\uDFE0",
            "\uD83C",
            "\uFFFE",
            "'",
            "\"",
            "\\",
            "' or 1=1 --",
            "<script>alert(1)</script>",
            "${7*7}",
            "#{7*7}",
            "{x}",
            "{}",
            "[]",
            "../../etc/passwd",
            "..%2f",
            "/",
            "//evil.example",
            "http://evil.example",
            "/..//x",
            "2026-11-23",
            "2026-02-30",
            "9999-12-31",
            "0000-01-01",
            "-999999999-01-01",
            "+1000000000-12-31",
            "2026-11-23T10:00:00Z",
            "+1000000000-12-31T23:59:59Z",
            "-1000000000-01-01T00:00:00Z",
            "1970-01-01T00:00:00+18:00",
            "PT1S",
            "12:34",
            "99.99",
            "0.001",
            "PAGE",
            "APP",
            "PAID",
            "order",
            "ok-key_1",
            "zh",
            "en",
            "a".repeat(33),
            "a".repeat(201),
            "x".repeat(2_000),
            "-1".repeat(500),
            "用".repeat(300));

    private static final List<String> TYPES = List.of(
            "application/json",
            "application/json",
            "application/json",
            "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded",
            "application/json;charset=UTF-16",
            "application/json;charset=nonsense",
            "application/x-www-form-urlencoded;charset=GBK",
            "application/x-www-form-urlencoded;charset=\"",
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "multipart/mixed",
            "*/*",
            "application/*+json",
            "text/plain",
            "text/xml",
            "application/cbor",
            "application/problem+json",
            "nonsense",
            "");

    private static final Map<String, List<String>> HEADERS = Map.ofEntries(
            Map.entry(
                    "Accept",
                    List.of(
                            "*/*",
                            "text/html",
                            "application/json",
                            "application/problem+json",
                            "text/event-stream",
                            "image/png",
                            "text",
                            "*/json",
                            "text/html;q=x",
                            "text/html;q=2",
                            ",,,",
                            "",
                            "a/b,".repeat(200))),
            Map.entry(
                    "Accept-Language",
                    List.of("zh", "en", "xx-YY-zzzzzzzzzz", "*;q=x", "en;q=9", "zh,".repeat(300), "\u00e9")),
            Map.entry("Accept-Encoding", List.of("gzip", "br;q=x", "gzip;q=0", "identity;q=0,*;q=0")),
            Map.entry(
                    "Range",
                    List.of(
                            "bytes=0-",
                            "bytes=5-1",
                            "bytes=a-b",
                            "items=0-5",
                            "bytes=0-0,".repeat(200),
                            "bytes=-9223372036854775808")),
            Map.entry("If-Modified-Since", List.of("yesterday", "Mon, 23 Nov 2026 00:00:00 GMT", "0")),
            Map.entry("If-None-Match", List.of("*", "\"x", "W/\"x\"", "\"a\",".repeat(200))),
            Map.entry("If-Match", List.of("*", "x")),
            Map.entry(
                    "Cookie",
                    List.of(
                            "lang=xx",
                            "lang=",
                            "lang=zh-CN",
                            "lang=%",
                            "lang=\u00e9",
                            "stampede=garbage",
                            "stampede=a.b.c",
                            "csrf=x",
                            "a=\"",
                            "$Version=1; a=b",
                            "=;=;",
                            "a=b; ".repeat(100))),
            Map.entry(
                    "Authorization",
                    List.of(
                            "Bearer",
                            "Bearer ",
                            "Bearer x.y.z",
                            "Bearer ..",
                            "Bearer a=b",
                            "bearer " + "a".repeat(1_000),
                            "Basic eDp5",
                            "Digest x",
                            "\u00ff")),
            Map.entry("HX-Request", List.of("true", "", "x")),
            Map.entry("HX-Current-URL", List.of("http://127.0.0.1/", "//", "http://[", "\u00ff", "")),
            Map.entry("Referer", List.of("http://127.0.0.1/orders", "nonsense", "http://[::1", "\u00ff", "")),
            Map.entry("Origin", List.of("null", "http://evil.example", "x")),
            Map.entry("X-Forwarded-For", List.of("1.2.3.4", "nonsense", "")),
            Map.entry("Forwarded", List.of("for=x", ";;;")),
            Map.entry("traceparent", List.of("00-x", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "")),
            Map.entry("Idempotency-Key", List.of("ok-key_2", "", "\"", "\"\"", "a b", "\u00e9", "a".repeat(65))),
            Map.entry("Content-Encoding", List.of("gzip", "nonsense")),
            Map.entry("Last-Event-ID", List.of("1", "\u00ff")),
            Map.entry("X-HTTP-Method-Override", List.of("DELETE", "FOO")),
            Map.entry("Expect", List.of("100-continue")),
            Map.entry("Host", List.of("evil.example", "[::1]:80", "127.0.0.1:99999", "a_b")));

    private static final List<String> HEADER_NAMES =
            HEADERS.keySet().stream().sorted().toList();

    private final Random chance;
    private final List<Endpoint> endpoints;
    private final Map<Role, SignedInTwice> visitors;
    private final List<String> known;

    /** @param known ids of things there are */
    RequestFuzzer(long seed, List<Endpoint> endpoints, Map<Role, SignedInTwice> visitors, List<String> known) {
        this.chance = new Random(seed);
        this.endpoints = endpoints;
        this.visitors = visitors;
        this.known = known;
    }

    /** Each endpoint has its turn; what is sent to it is up to chance. */
    byte[] request(int number) {
        var endpoint = endpoints.get(number % endpoints.size());
        var method = perhaps(8) ? any(METHODS) : endpoint.method();
        var path = perhaps(20) ? any(OTHER_PATHS) : path(endpoint);
        var query = endpoint.changes() ? (perhaps(10) ? "?" + form(endpoint, false) : "") : "?" + form(endpoint, true);
        if (perhaps(25)) {
            query += any(List.of("&a=%", "&%", "&=", "&lang=zh", "&lang=%00", "&_method=DELETE", "?", "&\u00ff"));
        }
        var head = new StringBuilder(method + " " + path + (query.equals("?") ? "" : query) + " HTTP/1.1\r\n");
        var said = new StringBuilder();
        for (var count = chance.nextInt(4); count > 0; count--) {
            var name = any(HEADER_NAMES);
            said.append(name)
                    .append(": ")
                    .append(any(HEADERS.getOrDefault(name, List.of(""))))
                    .append("\r\n");
        }
        if (said.indexOf("Host: ") < 0) {
            head.append("Host: 127.0.0.1\r\n");
        }
        head.append(said).append(whoFor(endpoint));
        if (!endpoint.headers().isEmpty() && !perhaps(4)) {
            endpoint.headers().forEach(name -> head.append(name + ": ok-key_" + chance.nextInt(5) + "\r\n"));
        }
        var body = endpoint.changes() && !perhaps(12) ? body(endpoint, head) : new byte[0];
        var start = head.append("Connection: close\r\n\r\n").toString().getBytes(ISO_8859_1);
        return Stream.of(start, body)
                .collect(ByteArrayOutputStream::new, ByteArrayOutputStream::writeBytes, (one, other) -> {})
                .toByteArray();
    }

    private String whoFor(Endpoint endpoint) {
        if (perhaps(4)) {
            return "";
        }
        var role = any(List.of(Role.values()));
        if (endpoint.pattern().startsWith("/console") || endpoint.pattern().contains("/ops/")) {
            role = perhaps(4) ? role : Role.OPERATOR;
        } else if (!perhaps(3)) {
            role = Role.SHOPPER;
        }
        var visitor = visitors.get(role);
        return visitor == null ? "" : visitor.headersFor(endpoint.isOfApi() != perhaps(20));
    }

    private String path(Endpoint endpoint) {
        var path = new StringBuilder();
        for (var step : endpoint.pattern().substring(1).split("/", -1)) {
            path.append('/').append(step.contains("{") ? encoded(value()) : step);
        }
        if (perhaps(12)) {
            path.insert(1 + chance.nextInt(path.length()), any(IN_PATHS));
        }
        return path.toString();
    }

    private byte[] body(Endpoint endpoint, StringBuilder head) {
        var type = endpoint.isOfApi() ? "application/json" : "application/x-www-form-urlencoded";
        if (perhaps(6)) {
            type = any(TYPES);
        }
        var json = type.contains("json") == !perhaps(20);
        var body = (json ? json(endpoint) : form(endpoint, false)).getBytes(json ? UTF_8 : ISO_8859_1);
        if (perhaps(20)) {
            for (var count = 1 + chance.nextInt(4); count > 0 && body.length > 0; count--) {
                body[chance.nextInt(body.length)] = (byte) chance.nextInt(256);
            }
        }
        head.append("Content-Type: ").append(type).append("\r\n");
        if (perhaps(12)) {
            head.append("Transfer-Encoding: chunked\r\n");
            var size = Integer.toHexString(body.length) + "\r\n";
            return ((body.length == 0 ? "" : size + new String(body, ISO_8859_1) + "\r\n") + "0\r\n\r\n")
                    .getBytes(ISO_8859_1);
        }
        head.append("Content-Length: ").append(body.length).append("\r\n");
        return body;
    }

    private String json(Endpoint endpoint) {
        if (perhaps(10)) {
            return any(List.of(
                    "",
                    "null",
                    "[]",
                    "{",
                    "{}",
                    "1",
                    "\"x\"",
                    "[".repeat(2_000),
                    "{\"a\":".repeat(600),
                    "\uFEFF{}",
                    "{\"a\":1}{}",
                    "{\"\\u0000\":1}",
                    "1".repeat(15_000),
                    "nul",
                    "{\"units\":1,\"units\":2}"));
        }
        var members = endpoint.members().stream()
                .filter(name -> !perhaps(10))
                .map(name -> quoted(name) + ":" + jsonValue(3))
                .collect(Collectors.toList());
        if (perhaps(10)) {
            members.add(quoted(value()) + ":" + jsonValue(2));
        }
        if (perhaps(15) && !members.isEmpty()) {
            members.add(members.get(0));
        }
        return "{" + String.join(",", members) + "}";
    }

    private String jsonValue(int depth) {
        return switch (chance.nextInt(10)) {
            case 0 -> any(List.of("null", "true", "1.5", "1e400", "-0", "1E-400", "9".repeat(400)));
            case 1, 2, 3 -> Long.toString(any(List.of(0L, 1L, 2L, -1L, 100L, Long.MAX_VALUE, Long.MIN_VALUE)));
            case 4 -> depth == 0 ? "[]" : "[" + jsonValue(depth - 1) + "]";
            case 5 -> depth == 0 ? "{}" : "{" + quoted(value()) + ":" + jsonValue(depth - 1) + "}";
            default -> quoted(value());
        };
    }

    /** Half a surrogate pair can only be written as an escape. */
    private String quoted(String text) {
        return "\""
                + text.chars()
                        .mapToObj(letter ->
                                letter < ' ' || letter == '"' || letter == '\\' || Character.isSurrogate((char) letter)
                                        ? String.format(Locale.ROOT, "\\u%04x", letter)
                                        : Character.toString(letter))
                        .collect(Collectors.joining())
                + "\"";
    }

    private String form(Endpoint endpoint, boolean query) {
        var fields = endpoint.parameters().stream()
                .filter(name -> !perhaps(query ? 2 : 8))
                .map(name -> name + "=" + encoded(value()))
                .collect(Collectors.toList());
        if (perhaps(15)) {
            fields.add(any(
                    List.of("a=%", "%=1", "&&", "=", "a=%ff", "a=%00", "x[0]=1", "a.b.c=1", "class.x=1", "_csrf=x")));
        }
        if (perhaps(20) && !fields.isEmpty()) {
            fields.add(fields.get(0));
        }
        return String.join("&", fields);
    }

    private String value() {
        return perhaps(3) && !known.isEmpty() ? any(known) : any(VALUES);
    }

    private String encoded(String text) {
        return perhaps(30)
                ? text.replaceAll("[^\\x21-\\x7e]|[%&=#?]", "%80")
                : URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private <T> T any(List<T> all) {
        return all.get(chance.nextInt(all.size()));
    }

    private boolean perhaps(int oneIn) {
        return chance.nextInt(oneIn) == 0;
    }
}
