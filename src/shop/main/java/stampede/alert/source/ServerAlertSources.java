package stampede.alert.source;

import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.alert.AlertRule;
import stampede.alert.AlertSource;
import stampede.alert.AlertSources;

/**
 * Nodes judge by themselves whether servers answer them, and say in the table of alerts for how long they did not; whoever judges the
 * rules only has to say when none says so any more.
 */
@Component
class ServerAlertSources implements AlertSources {

    @Override
    public List<AlertSource> sources() {
        return List.of(new AlertSource(AlertRule.SERVER_AWAY, () -> Optional.of(List.of())));
    }
}
