package stampede.task.worker;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import stampede.support.EngineConfiguration;
import stampede.task.admin.BrokerNodes;
import stampede.task.broker.BrokerLink;
import stampede.task.broker.QueueConsumers;
import stampede.task.broker.QueueMembers;
import stampede.task.broker.TopologyWatch;

/** Taking tasks from queues. */
@EngineConfiguration
@EnableConfigurationProperties(WorkerProperties.class)
@Import({
    AttemptOutcomes.class,
    DelayForwarder.class,
    MessageReader.class,
    NextAttempts.class,
    ObservedAttempts.class,
    QueueListeners.class,
    QueueSelection.class,
    SelectedQueueCapacity.class,
    TaskRunners.class,
    TaskWorkers.class
})
class TaskWorkerAutoConfiguration {

    @ConditionalOnClass(HealthIndicator.class)
    static class Health {

        @Bean
        BrokerHealth tasksHealthIndicator(
                BrokerLink link, TopologyWatch watch, ObjectProvider<QueueSelection> selection) {
            return new BrokerHealth(link, watch, selection);
        }

        @Bean
        ForeignQueueHealth servedQueuesHealthIndicator(QueueConsumers consumers) {
            return new ForeignQueueHealth(consumers);
        }

        @Bean
        QueueMembersHealth queueMembersHealthIndicator(QueueMembers members) {
            return new QueueMembersHealth(members);
        }

        @Bean
        BrokerPartitionsHealth brokerPartitionsHealthIndicator(BrokerNodes nodes) {
            return new BrokerPartitionsHealth(nodes);
        }
    }
}
