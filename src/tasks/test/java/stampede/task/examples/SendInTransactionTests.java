package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A task that is sent in a transaction is sent if and only if that commits. */
@TaskTest
class SendInTransactionTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private InvoiceTasks invoices;

    @Test
    void sendsIfAndOnlyIfTheTransactionCommits() {
        transaction.executeWithoutResult(status -> {
            tasks.send(new PrintInvoice("rolled back"));
            status.setRollbackOnly();
        });
        transaction.executeWithoutResult(status -> tasks.send(new PrintInvoice("committed")));

        await().untilAsserted(() -> assertThat(invoices.printed).contains("committed"));
        assertThat(invoices.printed).doesNotContain("rolled back");
    }

    record PrintInvoice(String order) {}

    @TaskHandlers
    static class InvoiceTasks {

        final List<String> printed = new CopyOnWriteArrayList<>();

        @Task(name = "invoice.print", queue = "invoices")
        void print(PrintInvoice task) {
            printed.add(task.order());
        }
    }
}
