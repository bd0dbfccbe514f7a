package stampede;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts a node of the flash-sale shop; {@code stampede.roles} says whether it serves pages, runs tasks, ticks, or all three. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class Stampede {

    public static void main(String[] args) {
        SpringApplication.run(Stampede.class, args);
    }
}
