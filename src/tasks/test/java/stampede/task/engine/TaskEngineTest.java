package stampede.task.engine;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** A test of the engine on a real broker and database, under a prefix of its own; all such tests share one engine. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@SpringBootTest(
        classes = TaskEngine.class,
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "stampede.task.prefix=t${random.int[100000,999999]}",
            "stampede.task.lanes=200ms",
            "stampede.task.last-try-delay=150ms",
        })
public @interface TaskEngineTest {}
