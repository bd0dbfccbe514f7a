package stampede.task.outbox;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskEngineTest;
import stampede.task.message.Envelope;
import stampede.task.message.EnvelopeConverter;

@TaskEngineTest
class RelayTests {

    @Autowired
    private OutboxRepository outbox;

    @Autowired
    private EnvelopeConverter format;

    @Autowired
    private Errands errands;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private Clock clock;

    private final String key = UUID.randomUUID().toString();

    @Test
    void takesOverWhatARelayHadInHandWhenItDied() {
        var died = clock.instant();
        claimedByOneThatDies(died.minusSeconds(1));

        await().atMost(ofSeconds(10))
                .untilAsserted(() -> assertThat(errands.runs(key)).hasSize(1));
        assertThat(clock.instant()).isAfterOrEqualTo(died.plus(ofMillis(800)));
    }

    /** In one transaction, so that the relay of this node has no chance in between. */
    private void claimedByOneThatDies(Instant due) {
        transaction.executeWithoutResult(status -> {
            outbox.add("errands", errand(), due);
            var claimed = outbox.claim(Map.of("errands", 100), due, ofSeconds(1));
            assertThat(claimed).hasSize(1);
        });
    }

    @Test
    void givesARowToOneRelayOnly() {
        var longAgo = clock.instant().minusSeconds(100);
        transaction.executeWithoutResult(status -> {
            outbox.add("errands", errand(), longAgo);
            assertThat(outbox.claim(Map.of("errands", 100), longAgo, ofSeconds(60)))
                    .hasSize(1);
            assertThat(outbox.claim(Map.of("errands", 100), longAgo, ofSeconds(60)))
                    .isEmpty();
            status.setRollbackOnly();
        });
    }

    @Test
    void handsOutTheEarliestFirstAndNothingBeforeItsTime() {
        var claimed = new ClaimedTasks();
        claimed.add(List.of(row(1, 300), row(2, 100), row(3, 200)), 0);

        assertThat(claimed.due(99)).isEmpty();
        assertThat(claimed.untilNext(99, 50)).isEqualTo(1);
        assertThat(claimed.due(250)).extracting(OutboxRepository.Row::id).containsExactly(2L, 3L);
        assertThat(claimed.untilNext(250, 20)).isEqualTo(20);
    }

    @Test
    void doesNotSendTwiceWhatItHasInHandWhenTheLeaseRunsOut() {
        var claimed = new ClaimedTasks();
        claimed.add(List.of(row(1, 100)), 0);
        var sent = claimed.due(100);

        claimed.add(List.of(row(1, 100)), 10);

        assertThat(claimed.due(100)).isEmpty();
        claimed.answer(sent.get(0), Delivery.CONFIRMED, 120);
        claimed.forget(claimed.answers());
        assertThat(claimed.size()).isZero();
    }

    @Test
    void renewsTheLeaseOfWhatTakesLong() {
        var claimed = new ClaimedTasks();
        claimed.add(List.of(row(1, 100)), 0);
        claimed.add(List.of(row(2, 100)), 50);

        assertThat(claimed.claimedBefore(40, 60))
                .extracting(OutboxRepository.Row::id)
                .containsExactly(1L);
        assertThat(claimed.claimedBefore(40, 60)).isEmpty();
    }

    @Test
    void letsWhatIsRefusedRestLongerTheLaterItIs() {
        assertThat(row(1, 10_000).nextTry(10_000)).isEqualTo(Instant.ofEpochMilli(11_000));
        assertThat(row(1, 10_000).nextTry(16_000)).isEqualTo(Instant.ofEpochMilli(18_000));
        assertThat(row(1, 10_000).nextTry(900_000)).isEqualTo(Instant.ofEpochMilli(908_000));
    }

    @Test
    void namesEachQueueThatHasSomethingDueHoweverMuchTheOthersHave() {
        var longAgo = clock.instant().minusSeconds(1_000);
        transaction.executeWithoutResult(status -> {
            IntStream.range(0, 50).forEach(number -> outbox.add("many", errand(), longAgo));
            outbox.add("one", errand(), longAgo.plusSeconds(1));
            outbox.add("later", errand(), clock.instant().plusSeconds(1_000));

            assertThat(outbox.queues()).contains("later", "many", "one");
            assertThat(outbox.due(List.of("later", "one", "many", "none"), longAgo.plusSeconds(2)))
                    .containsExactly("many", "one");
            assertThat(outbox.claim(Map.of("many", 3, "one", 3), longAgo.plusSeconds(2), ofSeconds(60)))
                    .extracting(OutboxRepository.Row::queue)
                    .containsExactlyInAnyOrder("many", "many", "many", "one");
            status.setRollbackOnly();
        });
    }

    @Test
    void triesAQueueThatRefusesWithOneRowAtATime() {
        var breakers = new QueueCircuitBreakers();
        breakers.hear(answers(Delivery.REFUSED, 3), 0);

        assertThat(breakers.allows("errands", 500, seconds(0.5))).isZero();
        assertThat(breakers.allows("parcels", 500, seconds(0.5))).isEqualTo(500);
        assertThat(breakers.allows("errands", 500, seconds(1))).isEqualTo(1);
        breakers.probe(List.of("errands", "parcels"));
        assertThat(breakers.allows("errands", 500, seconds(2)))
                .as("while one is on its way")
                .isZero();

        breakers.hear(answers(Delivery.CONFIRMED, 1), seconds(2));
        assertThat(breakers.allows("errands", 500, seconds(2))).isEqualTo(500);
    }

    @Test
    void triesAQueueThatGoesOnRefusingHalfAsOftenEachTimeAndAtLeastOnceAMinute() {
        var breakers = new QueueCircuitBreakers();
        breakers.hear(answers(Delivery.REFUSED, 3), 0);
        breakers.hear(answers(Delivery.REFUSED, 3), 0);
        assertThat(breakers.rest("errands"))
                .as("all were sent before it was known")
                .contains(ofSeconds(1));

        for (var rest : List.of(2, 4, 8, 16, 32, 60, 60)) {
            breakers.probe(List.of("errands"));
            breakers.hear(answers(Delivery.REFUSED, 1), 0);
            assertThat(breakers.rest("errands")).contains(ofSeconds(rest));
        }
        breakers.probe(List.of("errands"));
        breakers.hear(answers(Delivery.UNKNOWN, 1), 0);
        assertThat(breakers.rest("errands")).as("nothing was refused").contains(ofSeconds(60));
        assertThat(breakers.allows("errands", 500, seconds(60))).isEqualTo(1);
    }

    @Test
    void goesOnWithAQueueThatRefusesASingleRow() {
        var breakers = new QueueCircuitBreakers();
        var answers = new ArrayList<>(answers(Delivery.CONFIRMED, 2));
        answers.addAll(answers(Delivery.REFUSED, 1));

        breakers.hear(answers, 0);

        assertThat(breakers.allows("errands", 500, 0)).isEqualTo(500);
    }

    private static List<ClaimedTasks.Answered> answers(Delivery delivery, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new ClaimedTasks.Answered(row(number, 0), delivery, 0))
                .toList();
    }

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }

    private Envelope errand() {
        return format.write("errand.run", TaskId.random(), new Errand(key, 1), Optional.empty());
    }

    private static OutboxRepository.Row row(long id, long due) {
        return new OutboxRepository.Row(id, "errands", new Envelope(Map.of(), new byte[0]), due);
    }
}
