package stampede.task.sending;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.unique;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.event.TransactionalApplicationListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.SendOption;
import stampede.task.TaskState;
import stampede.task.cancel.CancellationRepository;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.StepRecorder;
import stampede.task.engine.TaskNode;
import stampede.workflow.Workflow;
import stampede.workflow.Workflows;

/** What is sent beside or behind a transaction, on a pool whose connections do not commit by themselves. */
class SendAfterCommitTests {

    private static final String PREFIX = TaskNode.somePrefix();
    private static final int SENDS = 20;

    private static TaskNode node;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        node = TaskNode.start(PREFIX, "spring.datasource.hikari.auto-commit=false");
        assertThat(node.bean(HikariDataSource.class).isAutoCommit()).isFalse();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void sendsWhatIsSentAfterACommit() {
        for (int number = 0; number < SENDS; number++) {
            var errand = new Errand(key, number);
            transaction().executeWithoutResult(status -> afterCommit(() -> send(errand)));
        }

        awaitRuns(SENDS);
    }

    @Test
    void sendsFromATransactionalEventListener() {
        var events = node.bean(ApplicationEventMulticaster.class);
        var listener = TransactionalApplicationListener.<Errand>forPayload(this::send);
        events.addApplicationListener(listener);
        for (int number = 0; number < SENDS; number++) {
            var errand = new Errand(key, number);
            transaction()
                    .executeWithoutResult(status -> events.multicastEvent(new PayloadApplicationEvent<>(this, errand)));
        }

        events.removeApplicationListener(listener);
        awaitRuns(SENDS);
    }

    @Test
    void keepsWhatHasToWaitOrIsUniqueThoughTheTransactionIsOver() {
        transaction()
                .executeWithoutResult(status -> afterCommit(() -> {
                    send(new Errand(key, 1), in(ofMillis(430)));
                    send(new Errand(key, 2), unique(key, ofMinutes(1)));
                    send(new Errand(key, 3), unique(key, ofMinutes(1)));
                }));
        send(new Errand(key, 4), in(ofMillis(440)));

        awaitRuns(3);
        assertThat(node.errands().runs(key)).extracting(Errands.Run::number).containsExactlyInAnyOrder(1, 2, 4);
    }

    @Test
    void callsOffWhatIsCalledOffAfterACommit() {
        var sent = node.tasks().send(new Errand(key, 1), in(ofMinutes(5)));

        transaction()
                .executeWithoutResult(status -> afterCommit(() -> node.tasks().cancel(sent)));

        assertThat(node.bean(CancellationRepository.class).find(List.of(sent))).containsKey(sent);
    }

    @Test
    void startsAWorkflowAfterACommit() {
        transaction()
                .executeWithoutResult(status -> afterCommit(() -> node.bean(Workflows.class)
                        .start(Workflow.chain(Workflow.step(new Errand(key, 1)), Workflow.step(new Errand(key, 2))))));

        awaitRuns(2);
    }

    @Test
    void goesByTheInnerTransactionWhereOneIsBegunAfterTheCommitOfAnother() {
        var inner = new TransactionTemplate(node.bean(PlatformTransactionManager.class));
        inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        transaction()
                .executeWithoutResult(status -> afterCommit(() -> {
                    inner.executeWithoutResult(within -> {
                        send(new Errand(key, 1));
                        within.setRollbackOnly();
                    });
                    inner.executeWithoutResult(within -> send(new Errand(key, 2)));
                    send(new Errand(key, 3));
                }));

        awaitRuns(2);
        assertThat(node.errands().runs(key)).extracting(Errands.Run::number).containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void sendsNothingOfATransactionThatIsRolledBack() {
        transaction().executeWithoutResult(status -> {
            send(new Errand(key, 1));
            status.setRollbackOnly();
        });
        transaction().executeWithoutResult(status -> send(new Errand(key, 2)));

        awaitRuns(1);
        assertThat(node.errands().runs(key)).extracting(Errands.Run::number).containsExactly(2);
    }

    @Test
    void saysWhatToDoWhenATransactionIsReadOnly() {
        var reading = transaction();
        reading.setReadOnly(true);

        assertThatExceptionOfType(IllegalTransactionStateException.class)
                .isThrownBy(() -> reading.executeWithoutResult(status -> send(new Errand(key, 1))))
                .withMessageContaining("read-only")
                .withMessageContaining("after its commit");
        reading.executeWithoutResult(status -> afterCommit(() -> send(new Errand(key, 2))));
        awaitRuns(1);
    }

    private TransactionTemplate transaction() {
        return new TransactionTemplate(node.bean(PlatformTransactionManager.class));
    }

    private void send(Errand errand, SendOption... options) {
        var unused = node.tasks().send(errand, options);
    }

    private static void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }

    /** They have run, were observed when they were sent, and have left the outbox. */
    private void awaitRuns(int count) {
        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(node.errands().runs(key)).hasSize(count));
        assertThat(node.errands().runs(key))
                .allSatisfy(run -> assertThat(
                                node.bean(StepRecorder.class).of(run.context().id()))
                        .containsAnyOf(TaskState.PENDING, TaskState.SCHEDULED));
        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(node.bean(JdbcTemplate.class)
                                .queryForList(
                                        "select id from task_outbox where prefix = ? and instr(body, ?) > 0",
                                        PREFIX,
                                        key))
                        .isEmpty());
    }
}
