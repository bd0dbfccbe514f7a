package stampede.task.testing;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** An application that has nothing but the engine and its modules, on a clock that the test moves. */
@TestComponent
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(VirtualTime.class)
class EngineOnly {}
