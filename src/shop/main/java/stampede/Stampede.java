package stampede;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurationExcludeFilter;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;

/**
 * Starts a node of the flash-sale shop; {@code stampede.roles} says whether it serves pages, runs tasks, ticks, or all three.
 *
 * <p>Beans are named by their whole class name, so that two modules may both have, say, a {@code Publisher}. The scan is Spring Boot's own
 * but for one filter: on the class path of tests lies the local Alipay, which is another program, and the monitor configures itself.
 */
@SpringBootApplication
@ComponentScan(
        nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class,
        excludeFilters = {
            @Filter(type = FilterType.CUSTOM, classes = TypeExcludeFilter.class),
            @Filter(type = FilterType.CUSTOM, classes = AutoConfigurationExcludeFilter.class),
            @Filter(type = FilterType.REGEX, pattern = "stampede\\.(alipaysandbox|monitor)\\..*")
        })
@ConfigurationPropertiesScan
public class Stampede {

    public static void main(String[] args) {
        SpringApplication.run(Stampede.class, args);
    }
}
