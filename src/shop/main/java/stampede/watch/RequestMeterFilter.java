package stampede.watch;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Tells requests apart by method, address and status. What an exception is called says little more, and would be lines of its own. */
@Component
class RequestMeterFilter implements MeterFilter {

    private static final Set<String> LEFT_OUT = Set.of("error", "exception", "outcome");

    @Override
    public Meter.Id map(Meter.Id id) {
        return id.getName().equals("http.server.requests")
                ? id.replaceTags(id.getTags().stream()
                        .filter(tag -> !LEFT_OUT.contains(tag.getKey()))
                        .toList())
                : id;
    }
}
