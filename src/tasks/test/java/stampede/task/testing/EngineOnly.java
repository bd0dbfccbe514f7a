package stampede.task.testing;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;
import org.springframework.context.annotation.Import;

/** An application that has nothing but the engine and its modules, on a clock that the test moves. */
@TestComponent
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ConfigurationPropertiesScan({
    "stampede.task",
    "stampede.history",
    "stampede.workflow",
    "stampede.celery",
    "stampede.support"
})
@ComponentScan(
        basePackages = {"stampede.task", "stampede.history", "stampede.workflow", "stampede.celery", "stampede.support"
        },
        nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class,
        excludeFilters = @Filter(type = FilterType.CUSTOM, classes = TypeExcludeFilter.class))
@Import(VirtualTime.class)
class EngineOnly {}
