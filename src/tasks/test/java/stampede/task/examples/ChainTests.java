package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.workflow.Workflow.chain;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.testing.TaskTest;
import stampede.workflow.Workflows;

/** One task after the other, each with what the one before it returned. */
@TaskTest
class ChainTests {

    @Autowired
    private Workflows workflows;

    @Autowired
    private ParcelTasks parcels;

    @Test
    void runsOneAfterTheOther() {
        workflows.start(chain(new WeighParcel("books"), new PriceParcel("books")));

        await().untilAsserted(() -> assertThat(parcels.log).containsExactly("weigh books", "price books at 2 kg"));
    }

    record WeighParcel(String parcel) {}

    record PriceParcel(String parcel) {}

    @TaskHandlers
    static class ParcelTasks {

        final List<String> log = new CopyOnWriteArrayList<>();
        private final Workflows workflows;

        ParcelTasks(Workflows workflows) {
            this.workflows = workflows;
        }

        @Task(name = "parcel.weigh", queue = "parcels")
        int weigh(WeighParcel task) {
            log.add("weigh " + task.parcel());
            return 2;
        }

        @Task(name = "parcel.price", queue = "parcels")
        void price(PriceParcel task, TaskContext context) {
            var kilograms = workflows.result(context, Integer.class);
            log.add("price " + task.parcel() + " at " + kilograms + " kg");
        }
    }
}
