package stampede.channel;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.StopPhase;

/**
 * Tells by the channels that this node knows, one message after another in each of them, and each channel on a thread of its own: one that
 * hangs holds up no other.
 */
class ChannelTelling implements Channels, SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ChannelTelling.class);

    private static final List<Duration> DELAYS =
            List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60));

    private static final Duration SLOWLY = Duration.ofSeconds(60);

    private final ChannelCache channels;
    private final ChannelSenders senders;
    private final DeliveryRecorder recorder;
    private final DeliveryRetries retries;
    private final MessageWords words;
    private final TaskExecutor threads;
    private final Clock clock;
    private final ZoneId zone;
    private final Map<Long, ChannelLine> lines = new ConcurrentHashMap<>();
    private volatile boolean isRunning;

    ChannelTelling(
            ChannelCache channels,
            ChannelSenders senders,
            DeliveryRecorder recorder,
            DeliveryRetries retries,
            MessageWords words,
            TaskExecutor threads,
            Clock clock,
            ZoneId zone) {
        this.channels = channels;
        this.senders = senders;
        this.recorder = recorder;
        this.retries = retries;
        this.words = words;
        this.threads = threads;
        this.clock = clock;
        this.zone = zone;
    }

    @Override
    public void tell(ChannelMessage message) {
        var now = clock.instant();
        for (var channel : channels.all()) {
            if (!channel.terms().takes(message)) {
                continue;
            }
            if (channel.terms().isQuiet(message, LocalTime.ofInstant(now, zone))) {
                leave(channel, message, DeliveryState.QUIET, 0, DeliveryCause.QUIET_HOURS);
            } else {
                offer(channel, new ChannelLine.Waiting(message, 0, now, now));
            }
        }
    }

    /** Tries once more what was tried so often; on any node, as a task comes. */
    void tellAgain(long channelId, List<ChannelMessage> messages, int tries) {
        var now = clock.instant();
        channels.find(channelId)
                .ifPresent(channel -> messages.stream()
                        .filter(message -> !retries.isDelivered(channelId, message.id()))
                        .forEach(message -> {
                            if (channel.terms().paused()) {
                                leave(channel, message, DeliveryState.GIVEN_UP, tries, DeliveryCause.PAUSED);
                            } else {
                                offer(channel, new ChannelLine.Waiting(message, tries, now, now));
                            }
                        }));
    }

    /**
     * Sends a message that says that it is a test, out of turn and without a second try; what became of it is in the table afterwards.
     *
     * @param messageId of the message
     * @return empty if so many were sent that it has to wait
     */
    Optional<DeliveryResult> test(ChannelCache.Known channel, String messageId) {
        var line = line(channel.id());
        if (!line.hasRoom(now())) {
            return Optional.empty();
        }
        var message = new ChannelMessage(
                messageId,
                ChannelMessage.TEST,
                Severity.INFO,
                "",
                "",
                words.say("channel.say.test"),
                words.say("channel.say.test.text"),
                "/console/channels/" + channel.id(),
                "",
                now(),
                now(),
                null);
        var begun = System.nanoTime();
        var result = senders.send(channel, new ChannelSender.Telling(List.of(message), false));
        line.count(1, now());
        var state = result.isGood() ? DeliveryState.DELIVERED : DeliveryState.REFUSED;
        record(channel, message, state, 1, result, msSince(begun));
        recorder.write();
        return Optional.of(result);
    }

    /** What could not be sent at once has its turn in a while. */
    @Scheduled(fixedDelayString = "${stampede.channel.tick-every:1s}")
    void tick() {
        var now = clock.instant();
        lines.forEach((id, line) -> {
            if (line.isWaiting(now)) {
                begin(id, line);
            }
        });
    }

    @Override
    public void start() {
        isRunning = true;
    }

    /** What waits in this node is told by another. */
    @Override
    public void stop() {
        isRunning = false;
        lines.forEach((id, line) -> line.drain()
                .forEach(waiting -> retries.sendTask(task(id, waiting.message(), waiting.tries()), DELAYS.get(0))));
    }

    @Override
    public boolean isRunning() {
        return isRunning;
    }

    @Override
    public int getPhase() {
        return StopPhase.SENDERS.value();
    }

    private void offer(ChannelCache.Known channel, ChannelLine.Waiting waiting) {
        var line = line(channel.id());
        if (line.offer(waiting)) {
            begin(channel.id(), line);
        } else {
            leave(channel, waiting.message(), DeliveryState.DROPPED, waiting.tries(), DeliveryCause.TOO_MANY);
        }
    }

    private ChannelLine line(long channel) {
        return lines.computeIfAbsent(channel, id -> new ChannelLine());
    }

    private void begin(long id, ChannelLine line) {
        if (line.begin()) {
            try {
                threads.execute(() -> run(id, line));
            } catch (RuntimeException stopping) {
                line.end();
                throw stopping;
            }
        }
    }

    private void run(long id, ChannelLine line) {
        try {
            var channel = channels.find(id);
            if (channel.isEmpty()) {
                // It was deleted meanwhile.
                line.drain();
                return;
            }
            var turn = next(channel.get(), line);
            while (turn.isPresent()) {
                send(channel.get(), line, turn.get());
                turn = next(channel.get(), line);
            }
        } finally {
            line.end();
        }
    }

    private Optional<ChannelLine.Turn> next(ChannelCache.Known channel, ChannelLine line) {
        var terms = channel.terms();
        return line.next(
                clock.instant(),
                message -> senders.isCallSeparate(terms) && calls(terms, message),
                messages -> senders.fits(terms, messages));
    }

    private static boolean calls(ChannelTerms terms, ChannelMessage message) {
        return message.severity() == Severity.URGENT
                && isTrouble(message)
                && !terms.recipients().isEmpty();
    }

    /** Nobody is called because something is right again. */
    private static boolean isTrouble(ChannelMessage message) {
        return !message.type().equals(ChannelMessage.RESOLVED);
    }

    private void send(ChannelCache.Known channel, ChannelLine line, ChannelLine.Turn turn) {
        var still =
                turn.all().stream().filter(waiting -> !isOver(channel, waiting)).toList();
        if (still.isEmpty()) {
            return;
        }
        var messages = still.stream().map(ChannelLine.Waiting::message).toList();
        var isCallSeparate = senders.isCallSeparate(channel.terms());
        var calls = messages.stream().anyMatch(message -> calls(channel.terms(), message))
                && (turn.calls() || !isCallSeparate);
        var begun = System.nanoTime();
        var result = senders.send(channel, new ChannelSender.Telling(messages, calls));
        var ms = msSince(begun);
        line.count(calls && isCallSeparate ? 2 : 1, clock.instant());
        still.forEach(waiting -> end(channel, line, waiting, result, ms));
    }

    /** What could not be told in time is not told after it was said to be over. */
    private boolean isOver(ChannelCache.Known channel, ChannelLine.Waiting waiting) {
        var message = waiting.message();
        var isOver = waiting.tries() > 0
                && message.type().equals(ChannelMessage.FIRING)
                && retries.isResolvedSince(channel.id(), message);
        if (isOver) {
            leave(channel, message, DeliveryState.SUPERSEDED, waiting.tries(), DeliveryCause.RESOLVED_SINCE);
        }
        return isOver;
    }

    private void end(
            ChannelCache.Known channel, ChannelLine line, ChannelLine.Waiting waiting, DeliveryResult result, long ms) {
        var tries = waiting.tries() + 1;
        var message = waiting.message();
        if (result.isGood()) {
            retries.noteDelivered(channel.id(), message);
        }
        var state = switch (result.cause().then()) {
            case DONE -> DeliveryState.DELIVERED;
            case NEVER -> DeliveryState.REFUSED;
            case AGAIN, AGAIN_SLOWLY -> tries > DELAYS.size() ? DeliveryState.GIVEN_UP : DeliveryState.RETRYING;
        };
        record(channel, message, state, tries, result, ms);
        if (state == DeliveryState.RETRYING) {
            var slowly = result.cause().then() == DeliveryCause.Then.AGAIN_SLOWLY;
            var delay = slowly ? SLOWLY : DELAYS.get(tries - 1);
            if (!retries.sendTask(task(channel.id(), message, tries), delay)) {
                var due = now().plus(delay);
                line.offer(new ChannelLine.Waiting(message, tries, due, due));
            }
        } else if (state != DeliveryState.DELIVERED) {
            log.warn("Channel {} was not told of {}: {}", channel.id(), message.id(), result.cause());
        }
    }

    /** Writes down what was not tried. */
    private void leave(
            ChannelCache.Known channel, ChannelMessage message, DeliveryState state, int tries, DeliveryCause cause) {
        record(channel, message, state, tries, DeliveryResult.of(cause), 0);
    }

    private void record(
            ChannelCache.Known channel,
            ChannelMessage message,
            DeliveryState state,
            int tries,
            DeliveryResult result,
            long ms) {
        recorder.record(
                channel.terms().kind(),
                ChannelDelivery.of(channel.channel(), message, state, tries, result, ms, now()));
    }

    private static DeliveryRetries.DeliverMessages task(long channel, ChannelMessage message, int tries) {
        return new DeliveryRetries.DeliverMessages(Long.toString(channel), List.of(message), tries);
    }

    private Instant now() {
        return clock.instant();
    }

    private static long msSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
    }
}
