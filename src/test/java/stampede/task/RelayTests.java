package stampede.task;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Errands.Errand;

@TaskEngineTest
class RelayTests {

    @Autowired
    private Outbox outbox;

    @Autowired
    private EnvelopeFormat format;

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
            var claimed = outbox.claim(100, due, ofSeconds(1));
            assertThat(claimed).hasSize(1);
        });
    }

    @Test
    void givesARowToOneRelayOnly() {
        var longAgo = clock.instant().minusSeconds(100);
        transaction.executeWithoutResult(status -> {
            outbox.add("errands", errand(), longAgo);
            assertThat(outbox.claim(100, longAgo, ofSeconds(60))).hasSize(1);
            assertThat(outbox.claim(100, longAgo, ofSeconds(60))).isEmpty();
            status.setRollbackOnly();
        });
    }

    @Test
    void handsOutTheEarliestFirstAndNothingBeforeItsTime() {
        var claimed = new ClaimedRows();
        claimed.add(List.of(row(1, 300), row(2, 100), row(3, 200)), 0);

        assertThat(claimed.due(99)).isEmpty();
        assertThat(claimed.untilNext(99, 50)).isEqualTo(1);
        assertThat(claimed.due(250)).extracting(Outbox.Row::id).containsExactly(2L, 3L);
        assertThat(claimed.untilNext(250, 20)).isEqualTo(20);
    }

    @Test
    void doesNotSendTwiceWhatItHasInHandWhenTheLeaseRunsOut() {
        var claimed = new ClaimedRows();
        claimed.add(List.of(row(1, 100)), 0);
        var sent = claimed.due(100);

        claimed.add(List.of(row(1, 100)), 10);

        assertThat(claimed.due(100)).isEmpty();
        claimed.answered(sent.get(0), Delivery.CONFIRMED, 120);
        claimed.forget(claimed.answers());
        assertThat(claimed.size()).isZero();
    }

    @Test
    void renewsTheLeaseOfWhatTakesLong() {
        var claimed = new ClaimedRows();
        claimed.add(List.of(row(1, 100)), 0);
        claimed.add(List.of(row(2, 100)), 50);

        assertThat(claimed.claimedBefore(40, 60)).extracting(Outbox.Row::id).containsExactly(1L);
        assertThat(claimed.claimedBefore(40, 60)).isEmpty();
    }

    @Test
    void letsWhatIsRefusedRestLongerTheLaterItIs() {
        assertThat(row(1, 10_000).afterARefusal(10_000)).isEqualTo(Instant.ofEpochMilli(11_000));
        assertThat(row(1, 10_000).afterARefusal(16_000)).isEqualTo(Instant.ofEpochMilli(19_000));
        assertThat(row(1, 10_000).afterARefusal(900_000)).isEqualTo(Instant.ofEpochMilli(910_000));
    }

    private Envelope errand() {
        return format.write("errand.run", TaskId.random(), new Errand(key, 1), Optional.empty());
    }

    private static Outbox.Row row(long id, long due) {
        return new Outbox.Row(id, "errands", new Envelope(Map.of(), new byte[0]), due);
    }
}
