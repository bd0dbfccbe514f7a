package stampede.task;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareBatchMessageListener;

/** Takes what a queue delivers: opens it, runs it, settles how it ended, and acknowledges at the very last. */
final class QueueListener implements ChannelAwareBatchMessageListener {

    private static final Logger log = LoggerFactory.getLogger(QueueListener.class);

    private final String queue;
    private final Runner runner;
    private final RunningTasks running;
    private final QueueFigures figures;
    private final Reception reception;
    private final Suspects suspects;
    private final Settlement settlement;
    private final Steps steps;
    private final Outage outage;
    private final TaskMetrics metrics;
    private final Clock clock;

    /** @param queue without the prefix */
    QueueListener(
            String queue,
            Runner runner,
            RunningTasks running,
            QueueFigures figures,
            Reception reception,
            Suspects suspects,
            Settlement settlement,
            Steps steps,
            Outage outage,
            TaskMetrics metrics,
            Clock clock) {
        this.queue = queue;
        this.runner = runner;
        this.running = running;
        this.figures = figures;
        this.reception = reception;
        this.suspects = suspects;
        this.settlement = settlement;
        this.steps = steps;
        this.outage = outage;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** One consumer takes one batch at a time, so acknowledging its last message acknowledges them all. */
    @Override
    public void onMessageBatch(List<Message> messages, @Nullable Channel exposed) {
        var channel = Objects.requireNonNull(exposed);
        var last = messages.get(messages.size() - 1).getMessageProperties().getDeliveryTag();
        figures.took(queue, messages.size());
        try {
            if (!outage.isStopping()
                    && settlement.settle(run(messages), queue, () -> channel.isOpen() && !outage.isStopping())) {
                channel.basicAck(last, true);
            }
        } catch (Outage.HandBack stopping) {
            log.info("{} tasks of {} go back to the broker, because the node stops", messages.size(), queue);
        } catch (IOException | RuntimeException failure) {
            handBack(messages.size(), channel, last, failure);
        } finally {
            figures.let(queue, messages.size());
        }
    }

    private List<Settlement.Ended> run(List<Message> messages) {
        var ended = new ArrayList<Settlement.Ended>();
        var fresh = new ArrayList<Arrival>();
        for (var message : messages) {
            var received = reception.receive(message);
            if (received instanceof Reception.Accepted accepted) {
                take(accepted.arrival(), fresh, ended);
            } else if (received instanceof Reception.Rejected rejected) {
                ended.add(new Settlement.Ended(rejected.envelope(), rejected.ending(), Duration.ZERO));
            }
        }
        runTogether(fresh, ended);
        return ended;
    }

    private void take(Arrival arrival, List<Arrival> fresh, List<Settlement.Ended> ended) {
        if (arrival.deliveries() == 0) {
            fresh.add(arrival);
            return;
        }
        var start = System.nanoTime();
        started(arrival);
        var run = running.begin(List.of(arrival), queue);
        try {
            end(arrival, suspects.run(arrival, runner), start, ended);
        } finally {
            running.end(run);
        }
    }

    private void runTogether(List<Arrival> fresh, List<Settlement.Ended> ended) {
        var start = System.nanoTime();
        fresh.forEach(this::started);
        var run = running.begin(fresh, queue);
        try {
            var endings = runner.run(fresh);
            for (int index = 0; index < fresh.size(); index++) {
                end(fresh.get(index), endings.get(index), start, ended);
            }
        } finally {
            running.end(run);
        }
    }

    private void end(Arrival arrival, Ending told, long start, List<Settlement.Ended> ended) {
        var ending = arrival.context().isCancelled() && told.hasFailed() ? new Ending.Cancelled() : told;
        var runtime = Duration.ofNanos(System.nanoTime() - start);
        figures.ended(queue, 1);
        metrics.ran(arrival.task().name(), ending, runtime);
        ended.add(new Settlement.Ended(arrival.envelope(), ending, runtime));
    }

    private void started(Arrival arrival) {
        steps.observe(new TaskStep(
                TaskState.STARTED, arrival.envelope().message(arrival.id(), queue), clock.instant(), Optional.empty()));
    }

    /** Without a channel the broker takes them back by itself. */
    private void handBack(int tasks, Channel channel, long last, Exception failure) {
        if (!channel.isOpen()) {
            log.warn("{} tasks of {} go back to the broker, because the channel closed", tasks, queue);
            return;
        }
        log.error("{} tasks of {} go back to the broker", tasks, queue, failure);
        try {
            channel.basicNack(last, true, true);
        } catch (IOException | RuntimeException closed) {
            log.warn("The channel of {} closed meanwhile: {}", queue, closed.getMessage());
        }
    }
}
