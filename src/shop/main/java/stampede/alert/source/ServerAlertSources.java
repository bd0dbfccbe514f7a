package stampede.alert.source;

import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.alert.AlertFinding;
import stampede.alert.AlertRule;
import stampede.alert.AlertSource;
import stampede.alert.AlertSources;
import stampede.task.admin.BrokerNodes;

/**
 * Nodes judge by themselves whether servers answer them, and say in the table of alerts for how long they did not; whoever judges the
 * rules only has to say when none says so any more. What is left of a partition of RabbitMQ is the same whoever looks.
 */
@Component
class ServerAlertSources implements AlertSources {

    private final BrokerNodes broker;

    ServerAlertSources(BrokerNodes broker) {
        this.broker = broker;
    }

    @Override
    public List<AlertSource> sources() {
        return List.of(
                new AlertSource(AlertRule.SERVER_AWAY, () -> Optional.of(List.of())),
                new AlertSource(AlertRule.BROKER_PARTED, this::parted));
    }

    private Optional<List<AlertFinding>> parted() {
        return broker.parted().map(nodes -> TaskAlertSources.over(nodes.size(), 0));
    }
}
