package stampede.celery;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfiguration;
import stampede.testing.Apart;

/** A test with Debian's Celery on the other side; all such tests share one engine, one Celery client and one Celery worker, one after the other. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Apart
@ResourceLock("Celery")
@ContextConfiguration(initializers = CeleryTest.OwnNames.class)
@SpringBootTest(
        classes = CeleryEngine.class,
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "stampede.task.lanes=200ms",
            "stampede.task.last-tries=0",
            "stampede.task.last-try-delay=150ms",
            "test.java-queue=java-${stampede.task.prefix}",
            "test.python-queue=python-${stampede.task.prefix}",
            "test.late-queue=late-${stampede.task.prefix}",
            "stampede.celery.queues[0].name=${test.java-queue}",
            "stampede.celery.queues[0].tasks=java.*",
            "stampede.celery.queues[1].name=${test.late-queue}",
            "stampede.celery.queues[1].type=quorum",
            "stampede.celery.queues[1].native-delays=true",
            "stampede.celery.queues[1].tasks=java.add,java.flaky",
            "stampede.celery.track-started=true",
            "stampede.celery.default-queue=${test.python-queue}",
            "stampede.celery.events=true",
            "stampede.celery.control=true",
        })
@interface CeleryTest {

    /** One number for everything, because each look at a random property finds another. */
    class OwnNames implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            var prefix = "c" + ThreadLocalRandom.current().nextInt(100_000, 1_000_000);
            TestPropertyValues.of("stampede.task.prefix=" + prefix).applyTo(context);
        }
    }
}
