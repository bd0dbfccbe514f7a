package stampede.task.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.ContextCustomizerFactories;

/**
 * A test of tasks on a real broker and database, without the shop: the engine with its history, workflows and Celery, and the
 * components of the test's own package and of those below it, {@code @TaskHandlers} above all. What they need from elsewhere is
 * imported ({@code @Import}) or mocked ({@code @MockitoBean}). The application's own class is left out; its settings are those of the
 * application, broker and database too.
 *
 * <p>Queues and rows begin with a prefix that nobody else has, and the queues are deleted when the tests end; a {@link VirtualClock} moves the time (see
 * {@link VirtualTime}). All such tests of a package share one engine; so a test looks at tasks by the ids that it sent, never at
 * all there are.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@SpringBootTest(
        classes = EngineOnly.class,
        webEnvironment = WebEnvironment.MOCK,
        properties = "stampede.task.prefix=x${random.int[100000,999999]}")
@ContextCustomizerFactories(OwnPackage.Factory.class)
public @interface TaskTest {}
