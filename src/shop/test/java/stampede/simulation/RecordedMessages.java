package stampede.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import stampede.counter.ReleaseUnits;
import stampede.order.PlaceOrder;
import stampede.task.Delivery;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;

/**
 * What is under way. What was sent in a transaction is there if and only if that committed; what becomes of it is for the test to
 * decide. Timers are not kept: a test looks after orders, payments and refunds whenever it likes.
 */
public final class RecordedMessages implements Tasks {

    final List<PlaceOrder> orders = new ArrayList<>();
    public final List<ReleaseUnits> releases = new ArrayList<>();
    private Delivery delivery = Delivery.CONFIRMED;

    /** What the broker says to the next message. One whose fate is unknown has arrived. */
    void next(Delivery next) {
        delivery = next;
    }

    @Override
    public TaskId send(Record payload, SendOption... options) {
        if (payload instanceof ReleaseUnits release) {
            if (TransactionSynchronizationManager.isSynchronizationActive()) {
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        releases.add(release);
                    }
                });
            } else {
                releases.add(release);
            }
        }
        return TaskId.random();
    }

    @Override
    public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
        var now = delivery;
        delivery = Delivery.CONFIRMED;
        if (now != Delivery.REFUSED && payload instanceof PlaceOrder order) {
            orders.add(order);
        }
        return CompletableFuture.completedFuture(now);
    }

    @Override
    public boolean cancel(TaskId id) {
        throw new UnsupportedOperationException();
    }
}
