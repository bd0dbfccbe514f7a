package com.example;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import stampede.history.TaskResults;
import stampede.task.testing.TaskTest;

/** A test of tasks on real servers, beside the application's own class and its rules for the web. */
@TaskTest
@TestPropertySource(
        properties = {
            "spring.datasource.url=${STAMPEDE_DB_URL:jdbc:mysql://127.0.0.1:20306/stampede}_example?createDatabaseIfNotExist=true",
            "spring.datasource.username=${STAMPEDE_DB_USER:stampede}",
            "spring.datasource.password=${STAMPEDE_DB_PASSWORD:stampede}",
            "spring.rabbitmq.addresses=${STAMPEDE_RABBIT_ADDRESSES:amqp://stampede:stampede@127.0.0.1:20672/stampede}",
        })
class TextTasksTests {

    @Autowired
    private Letters letters;

    @Autowired
    private TaskResults results;

    @Test
    void wordsOfManyTextsAreAddedUp() {
        var total = letters.count(List.of("one", "one two"));

        assertThat(results.await(total, Integer.class, ofSeconds(60))).contains(3);
    }
}
