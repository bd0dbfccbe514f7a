package stampede.task.examples;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/**
 * An example that needs the engine, a broker and a database: all of them share one application, whose clock the tests move
 * (see {@code VirtualTime}).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@SpringBootTest(
        classes = ExampleApplication.class,
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "stampede.task.prefix=x${random.int[100000,999999]}",
            "stampede.task.last-try-delay=1s",
            "stampede.celery.queues[0].name=examples.celery",
        })
@interface TaskExample {}
