package com.example;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.util.ClassUtils;
import stampede.history.TaskResults;
import stampede.task.TaskId;
import stampede.task.TaskState;

/** The application as a whole, on a database and a broker. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=${STAMPEDE_DB_URL:jdbc:mysql://127.0.0.1:20306/stampede}_example?createDatabaseIfNotExist=true",
            "spring.datasource.username=${STAMPEDE_DB_USER:stampede}",
            "spring.datasource.password=${STAMPEDE_DB_PASSWORD:stampede}",
            "spring.rabbitmq.addresses=${STAMPEDE_RABBIT_ADDRESSES:amqp://stampede:stampede@127.0.0.1:20672/stampede}",
        })
class LettersTests {

    @Autowired
    private Letters letters;

    @Autowired
    private LetterTasks tasks;

    @Autowired
    private TaskResults results;

    @LocalServerPort
    private int port;

    @Test
    void aLetterIsSentAtTheSecondAttempt() throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/letters?to=Lin"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);

        var letter = new TaskId(answer.body());
        assertThat(results.await(letter, String.class, ofSeconds(60))).contains("Sent to Lin at attempt 2");
        var read = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/letters/" + letter.value()))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(read, BodyHandlers.ofString())
                        .body())
                .isEqualTo(TaskState.SUCCESS + " Sent to Lin at attempt 2");
    }

    @Test
    void theMonitorAsksWhoOneIs() throws Exception {
        var monitor = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/tasks"))
                .header("Accept", "text/html");
        var client = HttpClient.newHttpClient();
        assertThat(client.send(monitor.build(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(302);

        var operator = Base64.getEncoder().encodeToString("operator:secret".getBytes(StandardCharsets.UTF_8));
        monitor.header("Authorization", "Basic " + operator);

        await().atMost(ofSeconds(60)).untilAsserted(() -> {
            var page = client.send(monitor.build(), BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("letter.new-day");
        });
    }

    @Test
    void textsAreCountedTogether() {
        var total = letters.count(List.of("one", "one two", "one two three"));

        assertThat(results.await(total, Integer.class, ofSeconds(60))).contains(6);
    }

    @Test
    void daysPassByThemselves() {
        await().atMost(ofSeconds(60)).until(() -> tasks.days() > 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stampede.Stampede",
                "stampede.order.Order",
                "stampede.catalog.Catalog",
                "stampede.stock.StockLedger"
            })
    void nothingOfTheShopIsThere(String name) {
        assertThat(ClassUtils.isPresent(name, getClass().getClassLoader())).isFalse();
    }
}
