package stampede.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationExcludeFilter;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.core.type.filter.TypeFilter;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.ClassUtils;
import stampede.task.Tasks;
import stampede.task.spi.CancelledTasks;
import stampede.task.spi.ForeignQueues;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskKinds;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStateStore;

/** Every bean of the library is there by auto-configuration, and none by being scanned. */
@SpringBootTest(
        classes = LibraryBeansTests.Application.class,
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "stampede.task.prefix=b${random.int[100000,999999]}",
            "management.endpoints.web.exposure.include=*",
        })
class LibraryBeansTests {

    private static final String LIBRARY = "/classes/stampede/";

    /** What is not of the library. */
    private static final TypeFilter TESTS =
            (reader, factory) -> !reader.getResource().getURL().getPath().contains(LIBRARY);

    /** Spring MVC knows controllers by their annotation, and they are there only where the monitor is open: see its own tests. */
    private static final TypeFilter MONITOR =
            (reader, factory) -> reader.getClassMetadata().getClassName().startsWith("stampede.monitor.");

    @Autowired
    private ApplicationContext context;

    @Test
    void noneIsFoundByAScan() {
        var scanner = scanner(true);
        scanner.addExcludeFilter(new OwnAutoConfigurations());

        assertThat(scanner.findCandidateComponents("stampede")).isEmpty();
    }

    @Test
    void eachAutoConfigurationIsListed() throws IOException {
        var readers = new SimpleMetadataReaderFactory();
        var found = new ArrayList<String>();
        for (var resource : new PathMatchingResourcePatternResolver().getResources("classpath*:stampede/**/*.class")) {
            var type = readers.getMetadataReader(resource).getAnnotationMetadata();
            if (resource.getURL().getPath().contains(LIBRARY)
                    && !type.isAnnotation()
                    && type.isAnnotated(AutoConfiguration.class.getName())) {
                found.add(type.getClassName());
            }
        }
        var listed = new ClassPathResource(
                        "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports")
                .getContentAsString(StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(found).hasSizeGreaterThan(20).containsExactlyInAnyOrderElementsOf(listed);
    }

    @Test
    void eachClassThatActsByItselfIsABean() {
        var scanner = scanner(false);
        Stream.of(
                        Lifecycle.class,
                        HealthIndicator.class,
                        TaskObserver.class,
                        TaskConclusion.class,
                        TaskStateStore.class,
                        TaskKinds.class,
                        ForeignQueues.class,
                        CancelledTasks.class,
                        Tasks.class,
                        BeanPostProcessor.class)
                .map(AssignableTypeFilter::new)
                .forEach(scanner::addIncludeFilter);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        scanner.addIncludeFilter(
                (reader, factory) -> reader.getAnnotationMetadata().hasAnnotatedMethods(Scheduled.class.getName()));

        var missing = new TreeSet<String>();
        for (var found : scanner.findCandidateComponents("stampede")) {
            var type = ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), null);
            if (context.getBeanNamesForType(type).length != 1) {
                missing.add(type.getName());
            }
        }

        assertThat(missing).isEmpty();
    }

    private static ClassPathScanningCandidateComponentProvider scanner(boolean defaults) {
        var scanner = new ClassPathScanningCandidateComponentProvider(defaults);
        scanner.addExcludeFilter(TESTS);
        scanner.addExcludeFilter(MONITOR);
        return scanner;
    }

    /** As the scan of an application leaves them out. */
    private static final class OwnAutoConfigurations extends AutoConfigurationExcludeFilter {

        @Override
        protected List<String> getAutoConfigurations() {
            return List.of();
        }
    }

    @TestComponent
    @EnableAutoConfiguration
    static class Application {}
}
