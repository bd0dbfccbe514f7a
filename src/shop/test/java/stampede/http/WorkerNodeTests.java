package stampede.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import stampede.LocalAlipayProperties;
import stampede.Stampede;
import stampede.testing.MainClassesOnly;

/** A whole node that only works, in a schema, a Redis database and queues of its own, and as the database's user for shops. */
class WorkerNodeTests {

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void answersThoseWhoWatchItAndNothingOfTheShop() throws Exception {
        var database = env("STAMPEDE_DB_URL");
        try (var connection =
                        DriverManager.getConnection(database, env("STAMPEDE_DB_USER"), env("STAMPEDE_DB_PASSWORD"));
                var statement = connection.createStatement()) {
            statement.execute("create database if not exists stampede_worker_only");
        }
        try (var node = new SpringApplicationBuilder(Stampede.class)
                .initializers(new MainClassesOnly(), new LocalAlipayProperties())
                .profiles("development")
                .registerShutdownHook(false)
                .run(
                        "--server.port=0",
                        "--spring.main.banner-mode=off",
                        "--stampede.roles=worker",
                        "--stampede.task.prefix=worker-only",
                        "--STAMPEDE_DB_URL=" + database.replaceFirst("/[^/]+$", "/stampede_worker_only"),
                        "--STAMPEDE_DB_USER=stampede_shop",
                        "--STAMPEDE_DB_MIGRATION_USER=" + env("STAMPEDE_DB_USER"),
                        "--STAMPEDE_DB_MIGRATION_PASSWORD=" + env("STAMPEDE_DB_PASSWORD"),
                        "--STAMPEDE_REDIS_URL=" + env("STAMPEDE_REDIS_URL") + "/7")) {
            var port = node.getEnvironment().getRequiredProperty("local.server.port", Integer.class);

            for (var path : List.of(
                    "/",
                    "/sign-in",
                    "/console",
                    "/offers/1",
                    "/api/v1/slots",
                    "/api/v1/offers/1",
                    "/api/ops/purchases/stuck",
                    "/payments/alipay/return",
                    "/pictures/quick-offer.svg",
                    "/webjars/htmx.org/dist/htmx.min.js",
                    "/actuatorx",
                    "/actuator/../console")) {
                assertThat(send(port, "GET", path).body()).as(path).contains("takes no shoppers");
            }
            for (var path : List.of("/api/v1/offers/1/purchases", "/payments/alipay/notify", "/sign-in")) {
                assertThat(send(port, "POST", path).statusCode()).as(path).isEqualTo(404);
            }
            assertThat(send(port, "GET", "/actuator/health").statusCode()).isEqualTo(200);
            assertThat(send(port, "GET", "/actuator/health/readiness").statusCode())
                    .isEqualTo(200);
        }
    }

    private HttpResponse<String> send(int port, String method, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String env(String name) {
        var value = System.getenv(name);
        if (value == null) {
            throw new IllegalStateException("Start servers and set " + name + "; see scripts/test");
        }
        return value;
    }
}
