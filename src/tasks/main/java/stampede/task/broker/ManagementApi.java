package stampede.task.broker;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** RabbitMQ's management API, for what cannot be asked or done over AMQP. It is the same at each node of a cluster. */
final class ManagementApi {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final List<Address> addresses;

    /** Where an answer came from last: a node that is frozen costs its time-out once, not each time. */
    private volatile int first;

    /** @param addresses at least one, each with a name and a password in it; the next is asked when one does not answer with a success */
    ManagementApi(List<URI> addresses) {
        this.addresses = addresses.stream().map(Address::of).toList();
    }

    /** @throws IOException if no address gives an answer that is a success */
    void put(String path, String body) throws IOException, InterruptedException {
        send(path, request -> request.PUT(BodyPublishers.ofString(body)));
    }

    /** @throws IOException if no address gives an answer that is a success, or if it is not JSON */
    JsonNode get(String path) throws IOException, InterruptedException {
        try {
            return JSON.readTree(send(path, HttpRequest.Builder::GET));
        } catch (JacksonException strange) {
            throw new IOException(path + " was not answered with JSON", strange);
        }
    }

    private String send(String path, UnaryOperator<HttpRequest.Builder> method)
            throws IOException, InterruptedException {
        var failures = new ArrayList<IOException>();
        var begin = first;
        for (int next = begin; next < begin + addresses.size(); next++) {
            var number = next % addresses.size();
            try {
                var answer = sendTo(addresses.get(number), path, method);
                first = number;
                return answer;
            } catch (IOException away) {
                failures.add(away);
            }
        }
        throw new IOException(path + " has no good answer: " + failures);
    }

    private String sendTo(Address address, String path, UnaryOperator<HttpRequest.Builder> method)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address.root().resolve(path))
                .timeout(PATIENCE)
                .header("Authorization", "Basic " + address.credentials())
                .header("Content-Type", "application/json");
        var answer = client.send(method.apply(request).build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(path + " was answered " + answer.statusCode());
        }
        return answer.body();
    }

    private record Address(URI root, String credentials) {

        static Address of(URI given) {
            return new Address(
                    URI.create(
                            given.getScheme() + "://" + given.getRawAuthority().replaceAll(".*@", "")),
                    Base64.getEncoder().encodeToString(given.getUserInfo().getBytes(StandardCharsets.UTF_8)));
        }
    }
}
