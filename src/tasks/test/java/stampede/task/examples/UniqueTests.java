package stampede.task.examples;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.unique;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;
import stampede.task.testing.VirtualClock;

/** Of tasks with the same key there is one at a time; sending another answers the id of the one that is there. */
@TaskTest
class UniqueTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private VirtualClock clock;

    @Autowired
    private CacheTasks caches;

    @Test
    void sendsOnlyOne() {
        var first = tasks.send(new RebuildCache("shoes"), in(ofMinutes(1)), unique("cache:shoes", ofMinutes(30)));
        var second = tasks.send(new RebuildCache("shoes"), in(ofMinutes(1)), unique("cache:shoes", ofMinutes(30)));
        assertThat(second).isEqualTo(first);

        clock.advance(ofMinutes(1));
        await().untilAsserted(() -> assertThat(caches.rebuilt).containsExactly("shoes"));

        await("the key is free again")
                .until(
                        () -> tasks.send(new RebuildCache("shoes"), unique("cache:shoes", ofMinutes(30))),
                        id -> !id.equals(first));
        await().untilAsserted(() -> assertThat(caches.rebuilt).containsExactly("shoes", "shoes"));
    }

    @Test
    void sendsOnlyOneIfItsTaskSaysSo() {
        var first = tasks.send(new SendDigest("lin", "news of today"), in(ofMinutes(1)));

        assertThat(tasks.send(new SendDigest("lin", "other news"))).isEqualTo(first);
        assertThat(tasks.send(new SendDigest("mei", "news of today"))).isNotEqualTo(first);
        await().untilAsserted(() -> assertThat(caches.digests).containsExactly("mei"));
    }

    record SendDigest(String customer, String text) {}

    record RebuildCache(String category) {}

    @TaskHandlers
    static class CacheTasks {

        final List<String> rebuilt = new CopyOnWriteArrayList<>();

        final List<String> digests = new CopyOnWriteArrayList<>();

        @Task(name = "digest.send", queue = "caches", unique = "digest:{customer}", uniqueFor = "30m")
        void send(SendDigest task) {
            digests.add(task.customer());
        }

        @Task(name = "cache.rebuild", queue = "caches")
        void rebuild(RebuildCache task) {
            rebuilt.add(task.category());
        }
    }
}
