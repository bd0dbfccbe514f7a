package stampede.task.testing;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** An application that has nothing but the engine and its modules, on a clock that the test moves. Its queues go when it ends. */
@TestComponent
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({QueueRemoval.class, VirtualTime.class})
class EngineOnly {}
