package stampede.picture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends files as browsers and programs do. */
final class Upload {

    static final String PATH = "/api/v1/seller/pictures";

    private static final String BOUNDARY = "----------boundary";
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI shop;
    private final String token;

    /** @param token of the account that sends */
    Upload(int port, String token) {
        this.shop = URI.create("http://127.0.0.1:" + port);
        this.token = token;
    }

    HttpResponse<String> send(byte[] file) {
        return send(PATH, form(file), "multipart/form-data; boundary=" + BOUNDARY);
    }

    HttpResponse<String> send(String path, byte[] body, String type, String... headers) {
        return answer(request(path, headers).header("Content-Type", type).POST(BodyPublishers.ofByteArray(body)));
    }

    HttpResponse<String> get(String path, String... headers) {
        return answer(request(path, headers));
    }

    static JsonNode json(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }

    /** Without who asks: files are for everybody. */
    HttpResponse<byte[]> file(String path, String... headers) {
        var request = HttpRequest.newBuilder(shop.resolve(path)).timeout(Duration.ofSeconds(20));
        try {
            return http.send(
                    (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofByteArray());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    static byte[] form(byte[] file) {
        var body = new ByteArrayOutputStream();
        body.writeBytes(
                ("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"shape\"\r\n\r\nCUT\r\n--" + BOUNDARY
                                + "\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"../../etc/picture.svg\"\r\n"
                                + "Content-Type: image/svg+xml\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(file);
        body.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.US_ASCII));
        return body.toByteArray();
    }

    private HttpRequest.Builder request(String path, String... headers) {
        var request = HttpRequest.newBuilder(shop.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token);
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> answer(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
