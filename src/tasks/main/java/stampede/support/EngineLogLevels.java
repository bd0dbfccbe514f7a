package stampede.support;

import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/** Each try to connect is a line of the log by default. Any {@code logging.level} that is set wins. */
final class EngineLogLevels implements EnvironmentPostProcessor {

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "stampede-tasks",
                        Map.of("logging.level.stampede.support.rabbit.EngineConnectionFactory", "warn")));
    }
}
