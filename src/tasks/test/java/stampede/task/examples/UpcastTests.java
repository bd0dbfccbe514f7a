package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.Upcast;
import stampede.task.spi.TaskRequest;
import stampede.task.spi.TaskRequests;
import stampede.task.testing.TaskTest;
import tools.jackson.databind.node.ObjectNode;

/** A payload that has changed still takes the messages that were sent before the change. */
@TaskTest
class UpcastTests {

    @Autowired
    private TaskRequests requests;

    @Autowired
    private DeliveryTasks deliveries;

    @Test
    void readsWhatWasSentBeforeTheChange() {
        requests.send(messageOfLastWeek());

        await().untilAsserted(() ->
                assertThat(deliveries.delivered).containsExactly(new DeliverParcel("1 Long Lane", "Wuhan")));
    }

    private static TaskRequest messageOfLastWeek() {
        return new TaskRequest(
                TaskId.random(),
                "parcel.deliver",
                "deliveries",
                List.of(),
                "{\"address\": \"1 Long Lane, Wuhan\"}",
                Optional.empty(),
                Map.of());
    }

    /** Version 1 was {@code record DeliverParcel(String address)}. */
    record DeliverParcel(String street, String city) {}

    @TaskHandlers
    static class DeliveryTasks {

        final List<DeliverParcel> delivered = new CopyOnWriteArrayList<>();

        @Task(name = "parcel.deliver", queue = "deliveries", version = 2)
        void deliver(DeliverParcel task) {
            delivered.add(task);
        }

        @Upcast(task = "parcel.deliver", from = 1)
        ObjectNode splitAddress(ObjectNode kwargs) {
            var parts = kwargs.remove("address").asString().split(", ", 2);
            return kwargs.put("street", parts[0]).put("city", parts[1]);
        }
    }
}
