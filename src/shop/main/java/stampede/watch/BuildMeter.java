package stampede.watch;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** The gauge {@code stampede.build.info}, always 1: which release a node is, so that dashboards can mark where one began. */
@Component
class BuildMeter {

    /** @param commit what the release was built from, as {@code STAMPEDE_COMMIT} says */
    BuildMeter(MeterRegistry meters, @Value("${stampede.commit:}") String commit) {
        Gauge.builder("stampede.build.info", () -> 1)
                .description("1; the labels say which release this node is")
                .tag("version", version())
                .tag("commit", commit.matches("[0-9A-Za-z._-]{1,40}") ? commit : "unknown")
                .register(meters);
    }

    /** As the jar says; what runs from classes alone has none. */
    private static String version() {
        return Optional.ofNullable(BuildMeter.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }
}
