package stampede.history;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** A test of the history on a real engine; all such tests share one. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@SpringBootTest(
        classes = HistoryEngine.class,
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "stampede.task.prefix=h${random.int[100000,999999]}",
            "stampede.task.lanes=200ms",
            "stampede.task.last-tries=0",
            "stampede.task.last-try-delay=150ms",
        })
@interface HistoryEngineTest {}
