package stampede.task.broker;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;

/** What is said to RabbitMQ. */
@EngineConfiguration
@EnableConfigurationProperties(VirtualHostProperties.class)
@Import({
    BrokerLink.class,
    BrokerPartitions.class,
    DelayLanes.class,
    Publisher.class,
    QueueConsumers.class,
    QueueFigures.class,
    QueueMembers.class,
    Topology.class,
    TopologySignal.class,
    TopologyWatch.class,
    VirtualHost.class
})
class TaskBrokerAutoConfiguration {}
