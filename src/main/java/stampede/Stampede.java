package stampede;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;

/**
 * Starts a node of the flash-sale shop; {@code stampede.roles} says whether it serves pages, runs tasks, ticks, or all three.
 *
 * <p>Beans are named by their whole class name, so that two modules may both have, say, a {@code Publisher}.
 */
@SpringBootApplication(nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
@ConfigurationPropertiesScan
public class Stampede {

    public static void main(String[] args) {
        SpringApplication.run(Stampede.class, args);
    }
}
