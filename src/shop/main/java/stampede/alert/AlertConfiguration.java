package stampede.alert;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.alipay.AlipayAnswers;
import stampede.channel.Channels;
import stampede.desk.TimedReader;
import stampede.support.NodeRole;
import stampede.task.spi.ThisNode;

/** Who judges what. */
@Configuration(proxyBeanMethods = false)
class AlertConfiguration {

    /** The row of the lease that the migration made. */
    private static final String LEASE = "rules";

    @Bean
    AlertEvaluator alertEvaluator(
            List<AlertSources> sources,
            @Qualifier("applicationTaskExecutor") Executor threads,
            AlertEvaluator.Tables tables,
            AlertEvaluator.Tenure tenure,
            AlertEvaluator.Telling telling,
            AlertDurationProperties durations,
            TransactionTemplate transaction,
            ServerWatch servers) {
        var all = sources.stream().flatMap(some -> some.sources().stream()).toList();
        return new AlertEvaluator(
                tenure, new AlertReader(all, threads), tables, telling, durations, transaction, servers::firing);
    }

    @Bean
    AlertEvaluator.Tables alertTables(
            AlertLeaseRepository leases, AlertRepository alerts, AlertSilenceRepository silences) {
        return new AlertEvaluator.Tables(leases, alerts, silences);
    }

    @Bean
    AlertEvaluator.Telling alertTelling(AlertProperties properties, AlertWords words, Channels channels) {
        return new AlertEvaluator.Telling(properties, words, channels);
    }

    @Bean
    AlertEvaluator.Tenure alertTenure(ThisNode node, Environment environment) {
        var isWorker = Binder.get(environment)
                .bind("stampede.roles", Bindable.setOf(NodeRole.class))
                .orElseGet(() -> Set.of(NodeRole.values()))
                .contains(NodeRole.WORKER);
        return new AlertEvaluator.Tenure(LEASE, node.name(), isWorker ? Duration.ZERO : AlertLeaseRepository.HELD);
    }

    @Bean
    ServerWatch serverWatch(
            @Qualifier("dbHealthIndicator") HealthIndicator database,
            @Qualifier("redisHealthIndicator") HealthIndicator redis,
            @Qualifier("rabbitHealthIndicator") HealthIndicator broker,
            AlipayAnswers alipay,
            TimedReader reader,
            AlertRepository rows,
            ToldInRedis told,
            AlertEvaluator.Telling telling,
            AlertDurationProperties durations,
            ThisNode node) {
        return new ServerWatch(
                Map.of(
                        AlertTelling.DATABASE,
                        isUp(database),
                        "redis",
                        isUp(redis),
                        "rabbitmq",
                        isUp(broker),
                        "alipay",
                        alipay::isAnswering),
                reader,
                rows,
                told,
                telling,
                durations.of(AlertRule.SERVER_AWAY),
                node.name());
    }

    private static BooleanSupplier isUp(HealthIndicator server) {
        return () -> {
            var health = server.health();
            return health != null && health.getStatus().equals(Status.UP);
        };
    }
}
