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
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import stampede.storefront.AnyShopper;

/** A page for any shopper, as bytes with gaps. It is never compressed: what fills the gaps is secret. */
final class ShopperPage {

    private final int status;
    private final Map<String, List<String>> headers;
    private final String type;
    private final List<byte[]> pieces = new ArrayList<>();

    /** One fewer than pieces: each comes after the piece of its number. */
    private final List<String> gaps = new ArrayList<>();

    private ShopperPage(int status, Map<String, List<String>> headers, String type, String text) {
        this.status = status;
        this.headers = headers;
        this.type = type;
        var gap = AnyShopper.gap().matcher(text);
        var end = 0;
        while (gap.find()) {
            pieces.add(bytes(text.substring(end, gap.start())));
            gaps.add(gap.group());
            end = gap.end();
        }
        pieces.add(bytes(text.substring(end)));
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
        return Optional.of(new ShopperPage(answer.getStatus(), headers, type, text));
    }

    /** Others get only what is good, and gives nobody a cookie. */
    boolean isForOthers() {
        return status == HttpStatus.OK.value() && !headers.containsKey(HttpHeaders.SET_COOKIE);
    }

    /** Puts in what each gap stands for. */
    void writeTo(HttpServletResponse response, Map<String, String> own) throws IOException {
        var filled = gaps.stream()
                .map(gap -> bytes(Objects.requireNonNull(own.get(gap))))
                .toList();
        response.setStatus(status);
        headers.forEach((name, values) -> {
            response.setHeader(name, values.get(0));
            values.stream().skip(1).forEach(value -> response.addHeader(name, value));
        });
        response.setContentType(type);
        response.setContentLength(length(pieces) + length(filled));
        var out = response.getOutputStream();
        for (var i = 0; i < pieces.size(); i++) {
            out.write(pieces.get(i));
            if (i < filled.size()) {
                out.write(filled.get(i));
            }
        }
    }

    private static int length(List<byte[]> all) {
        return all.stream().mapToInt(part -> part.length).sum();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
