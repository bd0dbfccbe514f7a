package stampede.edge;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import stampede.storefront.AnyShopper;

/** A page for any shopper, as bytes with gaps. It is never compressed: what fills the gaps is secret. */
final class ShopperPage {

    private static final Pattern GAP = Pattern.compile(AnyShopper.gaps().stream()
            .sorted((one, other) -> other.length() - one.length())
            .map(Pattern::quote)
            .collect(Collectors.joining("|")));

    private final int status;
    private final Map<String, List<String>> headers;
    private final String type;
    private final List<Part> parts;

    private ShopperPage(int status, Map<String, List<String>> headers, String type, List<Part> parts) {
        this.status = status;
        this.headers = headers;
        this.type = type;
        this.parts = parts;
    }

    /** Empty if it is something else than a page, such as a redirect. */
    static Optional<ShopperPage> of(RecordedPage answer) {
        var type = answer.getContentType();
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(MediaType.TEXT_HTML_VALUE)) {
            return Optional.empty();
        }
        var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(answer.ownHeaders());
        headers.remove(HttpHeaders.CONTENT_LENGTH);
        headers.remove(HttpHeaders.CONTENT_TYPE);
        var text = new String(answer.getContentAsByteArray(), StandardCharsets.UTF_8);
        return Optional.of(new ShopperPage(answer.getStatus(), headers, type, parts(text)));
    }

    /** Others get only what is good, and gives nobody a cookie. */
    boolean isForOthers() {
        return status == HttpStatus.OK.value() && !headers.containsKey(HttpHeaders.SET_COOKIE);
    }

    /** Puts in what each gap stands for. */
    void writeTo(HttpServletResponse response, Map<String, String> own) throws IOException {
        var filling = new ArrayList<byte[]>(parts.size());
        var length = 0;
        for (var part : parts) {
            var fill = part.gap() == null
                    ? new byte[0]
                    : Objects.requireNonNull(own.get(part.gap())).getBytes(StandardCharsets.UTF_8);
            filling.add(fill);
            length += part.before().length + fill.length;
        }
        response.setStatus(status);
        headers.forEach((name, values) -> {
            response.setHeader(name, values.get(0));
            values.stream().skip(1).forEach(value -> response.addHeader(name, value));
        });
        response.setContentType(type);
        response.setContentLength(length);
        var body = new byte[length];
        var at = 0;
        for (var i = 0; i < filling.size(); i++) {
            var before = parts.get(i).before();
            System.arraycopy(before, 0, body, at, before.length);
            at += before.length;
            System.arraycopy(filling.get(i), 0, body, at, filling.get(i).length);
            at += filling.get(i).length;
        }
        response.getOutputStream().write(body);
    }

    private static List<Part> parts(String text) {
        var parts = new ArrayList<Part>();
        var gap = GAP.matcher(text);
        var end = 0;
        while (gap.find()) {
            parts.add(new Part(bytes(text.substring(end, gap.start())), gap.group()));
            end = gap.end();
        }
        parts.add(new Part(bytes(text.substring(end)), null));
        return List.copyOf(parts);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * A piece of the page.
     *
     * @param before what is the same for everybody
     * @param gap what comes after that; the last has none
     */
    private record Part(byte[] before, @Nullable String gap) {}
}
