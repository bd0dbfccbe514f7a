package stampede.edge;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import stampede.site.PageFingerprintHeader;

/** An answer that is the same for everybody, as it goes over the line, compressed and not. */
final class PublicResponse {

    /** What is smaller travels in one packet as it is. */
    private static final int WORTH_COMPRESSING = 1_000;

    private final int status;
    private final Map<String, List<String>> headers;
    private final byte[] plain;
    private final byte[] compressed;

    private PublicResponse(int status, Map<String, List<String>> headers, byte[] plain, byte[] compressed) {
        this.status = status;
        this.headers = headers;
        this.plain = plain;
        this.compressed = compressed;
    }

    /** Empty if it cannot be given to others: it says that something is wrong, or gives a cookie. */
    static Optional<PublicResponse> of(RecordedResponse answer) throws IOException {
        var good = answer.getStatus() == HttpStatus.OK.value() || answer.getStatus() == HttpStatus.NO_CONTENT.value();
        if (!good || answer.containsHeader(HttpHeaders.SET_COOKIE)) {
            return Optional.empty();
        }
        var headers = headers(answer);
        var plain = answer.getContentAsByteArray();
        var compresses = plain.length >= WORTH_COMPRESSING && !headers.containsKey(HttpHeaders.CONTENT_ENCODING);
        if (compresses) {
            headers.computeIfAbsent(HttpHeaders.VARY, name -> new ArrayList<>()).add(HttpHeaders.ACCEPT_ENCODING);
        }
        return Optional.of(
                new PublicResponse(answer.getStatus(), headers, plain, compresses ? compress(plain) : new byte[0]));
    }

    void writeTo(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var nothingNew =
                headers.getOrDefault(PageFingerprintHeader.HEADER, List.of()).contains(PublicResponseKey.seen(request));
        response.setStatus(nothingNew ? HttpStatus.NO_CONTENT.value() : status);
        headers.forEach((name, values) -> {
            response.setHeader(name, values.get(0));
            // No stream: this runs for each header of most answers, and a quarter of what they allocated was streams.
            for (int more = 1; more < values.size(); more++) {
                response.addHeader(name, values.get(more));
            }
        });
        if (nothingNew) {
            return;
        }
        var body = plain;
        if (compressed.length > 0 && acceptsGzip(request)) {
            response.setHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
            body = compressed;
        }
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static boolean acceptsGzip(HttpServletRequest request) {
        var accepted = request.getHeader(HttpHeaders.ACCEPT_ENCODING);
        return accepted != null && accepted.contains("gzip") && !accepted.contains("gzip;q=0");
    }

    private static Map<String, List<String>> headers(RecordedResponse answer) {
        var headers = new LinkedHashMap<String, List<String>>();
        answer.getHeaderNames().forEach(name -> headers.put(name, new ArrayList<>(answer.getHeaders(name))));
        headers.remove(HttpHeaders.CONTENT_LENGTH);
        Optional.ofNullable(answer.getContentType())
                .ifPresent(type -> headers.put(HttpHeaders.CONTENT_TYPE, List.of(type)));
        return headers;
    }

    private static byte[] compress(byte[] plain) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(plain);
        }
        return bytes.toByteArray();
    }
}
