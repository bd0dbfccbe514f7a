package stampede.celery;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.NoRetry;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;

/** Tasks that Celery's client calls. */
@TestComponent
@TaskHandlers
class JavaTasks {

    private final Set<String> broken = ConcurrentHashMap.newKeySet();
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();

    void breakFor(String reason) {
        broken.add(reason);
    }

    void mend(String reason) {
        broken.remove(reason);
    }

    boolean hasBegun(String key) {
        return begun.contains(key);
    }

    void release(String key) {
        gate(key).countDown();
    }

    private CountDownLatch gate(String key) {
        return gates.computeIfAbsent(key, any -> new CountDownLatch(1));
    }

    @Task(name = "java.add", queue = "java")
    int add(Addition sum) {
        return sum.x() + sum.y();
    }

    /** Of which no queue of Celery's may know. */
    @Task(name = "secret.pay-back", queue = "java")
    void payBack(PayBack money) {
        begun.add(money.order());
    }

    @Task(name = "java.total", queue = "java")
    int total(Numbers numbers) {
        return numbers.numbers().stream().mapToInt(Integer::intValue).sum();
    }

    @Task(name = "java.list", queue = "java")
    List<Integer> list(Listed numbers) {
        return numbers.numbers();
    }

    @Task(name = "java.echo", queue = "java")
    Person echo(Person person) {
        return person;
    }

    @Task(name = "java.sell", queue = "java")
    @NoRetry(SoldOut.class)
    String sell(Sale sale) throws SoldOut {
        if (broken.contains(sale.reason())) {
            throw new SoldOut(sale.reason());
        }
        return "sold";
    }

    @Task(name = "java.flaky", queue = "java")
    @Retry(delays = {"200ms", "200ms"})
    int flaky(Flaky flaky, TaskContext context) {
        if (context.attempt() <= flaky.failures()) {
            throw new IllegalStateException("attempt " + context.attempt());
        }
        return context.attempt();
    }

    /** Runs until it is released or called off. */
    @Task(name = "java.wait", queue = "java")
    @Retry(delays = {})
    String await(Waiting waiting) throws InterruptedException {
        begun.add(waiting.key());
        return gate(waiting.key()).await(30, TimeUnit.SECONDS) ? "released" : "tired";
    }

    record Addition(int x, int y) {}

    record Listed(List<Integer> numbers) {}

    record PayBack(String order) {}

    record Numbers(List<Integer> numbers) {}

    record Person(String name, int age) {}

    record Sale(String reason) {}

    record Flaky(int failures) {}

    record Waiting(String key) {}

    static final class SoldOut extends Exception {

        private static final long serialVersionUID = 1L;

        SoldOut(String message) {
            super(message);
        }
    }
}
