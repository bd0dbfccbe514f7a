package stampede.task.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.ConfigurableEnvironment;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.SendOption;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.TaskProperties;
import stampede.task.TaskState;
import stampede.task.Tick;
import stampede.task.UnknownQueue;
import stampede.task.UnknownTask;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.handler.BeatDefinition;
import stampede.task.handler.HandlerMethod;
import stampede.task.handler.HandlerScanner;
import stampede.task.handler.Once;
import stampede.task.handler.TaskDefinition;
import stampede.task.handler.TaskRegistry;
import stampede.task.message.Envelope;
import stampede.task.message.EnvelopeConverter;
import stampede.task.sending.SendPlan;
import stampede.task.spi.QueueNames;
import stampede.task.spi.TaskHeaders;
import tools.jackson.databind.json.JsonMapper;

/**
 * Handlers read and called as the engine does it, without a server: the same annotations, the same JSON, the same plans of
 * retries. What {@code EagerTasks} stands on.
 */
public final class HandlerBench {

    /** As {@link TaskProperties} has it unless told otherwise. */
    private static final int LAST_TRIES = 2;

    private static final Duration LAST_TRY_DELAY = Duration.ofSeconds(60);

    private final TaskRegistry registry;
    private final EnvelopeConverter format;

    private HandlerBench(BeanFactory beans) {
        registry = beans.getBean(TaskRegistry.class);
        format = beans.getBean(EnvelopeConverter.class);
    }

    /**
     * A bench for these handlers.
     *
     * @throws IllegalArgumentException if one is not marked as what it is, because no engine would find it
     */
    public static HandlerBench of(ConfigurableEnvironment environment, JsonMapper json, List<Object> handlers) {
        var context = new AnnotationConfigApplicationContext();
        context.setEnvironment(environment);
        context.registerBean(JsonMapper.class, () -> json);
        context.registerBean(QueueNames.class, () -> new QueueNames("eager"));
        context.registerBean(Once.class, OnceInMemory::new);
        context.register(HandlerScanner.class, TaskRegistry.class, EnvelopeConverter.class);
        handlers.forEach(handler -> context.getBeanFactory()
                .registerSingleton("handler" + context.getBeanFactory().getSingletonCount(), marked(handler)));
        context.refresh();
        return new HandlerBench(context);
    }

    private static Object marked(Object handler) {
        var type = AopUtils.getTargetClass(handler);
        if (!AnnotatedElementUtils.hasAnnotation(type, TaskHandlers.class)) {
            throw new IllegalArgumentException(
                    "%s has no @TaskHandlers, so no engine would find its methods; put it on the class"
                            .formatted(type.getName()));
        }
        return handler;
    }

    /**
     * A task as it would arrive at its first attempt.
     *
     * @throws UnknownTask if no handler takes this payload
     * @throws UnknownQueue if it cannot wait in the queue that the options name
     */
    public Parcel pack(Record payload, Instant now, SendOption... options) {
        var sending = new SendPlan(now, options);
        var sent = sending.definition(payload, registry);
        var task = registry.byName(sent.name())
                .orElseThrow(
                        () -> new UnknownTask("None of the handlers given to EagerTasks is the task " + sent.name()));
        sending.queue().ifPresent(queue -> registry.checked(queue, sent));
        var envelope = sending.marked(format.write(task.name(), sending.id(), payload, sending.eta()));
        return new Parcel(new Work(task, sending.id(), envelope), sending.eta().orElse(now), sending.unique());
    }

    public List<Calendar> calendars() {
        return registry.beats().stream().map(Calendar::new).toList();
    }

    /** Runs works of one kind: a batch together, others one by one. Answers how each ended, in order. */
    public List<End> run(List<Work> works) {
        return works.get(0).task.batch().isPresent()
                ? together(works)
                : works.stream().map(this::single).toList();
    }

    private End single(Work work) {
        try {
            var payload = format.read(work.envelope, work.task.payload());
            return done(work, work.task.handler().invoke(payload, work.context()));
        } catch (Exception failure) {
            return failed(work, AttemptOutcome.of(failure, work.task.retries()));
        }
    }

    private List<End> together(List<Work> batch) {
        try {
            var jobs = batch.stream().map(this::job).toList();
            var outcomes = Objects.requireNonNull((Outcomes) handler(batch).invoke(jobs), "a batch answers Outcomes");
            return batch.stream().map(work -> end(work, outcomes.of(job(work)))).toList();
        } catch (Exception failure) {
            return batch.size() == 1
                    ? List.of(failed(
                            batch.get(0),
                            AttemptOutcome.of(failure, batch.get(0).task.retries())))
                    : halves(batch);
        }
    }

    private static HandlerMethod handler(List<Work> batch) {
        return batch.get(0).task.handler();
    }

    private List<End> halves(List<Work> batch) {
        var middle = batch.size() / 2;
        var ends = new ArrayList<>(together(batch.subList(0, middle)));
        ends.addAll(together(batch.subList(middle, batch.size())));
        return ends;
    }

    private Job<Record> job(Work work) {
        return new Job<>(format.read(work.envelope, work.task.payload()), work.context());
    }

    private End end(Work work, Outcomes.Outcome outcome) {
        if (outcome instanceof Outcomes.Outcome.Failed failed) {
            return failed(work, AttemptOutcome.of(failed.exception(), work.task.retries()));
        }
        if (outcome instanceof Outcomes.Outcome.Retry retry) {
            return failed(work, new AttemptOutcome.Failed(retry.why(), Optional.empty()));
        }
        return outcome instanceof Outcomes.Outcome.Reject reject
                ? failed(work, new AttemptOutcome.Hopeless(reject.why(), Optional.empty()))
                : done(work, ((Outcomes.Outcome.Done) outcome).result());
    }

    private End done(Work work, @Nullable Object returned) {
        return new End(work, TaskState.SUCCESS, format.result(returned), Optional.empty(), Duration.ZERO);
    }

    private End failed(Work work, AttemptOutcome attemptOutcome) {
        if (attemptOutcome instanceof AttemptOutcome.Failed failed) {
            return wait(work, failed.thrown())
                    .map(wait ->
                            new End(work.again(), TaskState.RETRY, Optional.empty(), Optional.of(failed.why()), wait))
                    .orElseGet(() -> dead(work, failed.why()));
        }
        return dead(work, ((AttemptOutcome.Hopeless) attemptOutcome).why());
    }

    private static End dead(Work work, String why) {
        return new End(work, TaskState.FAILURE, Optional.empty(), Optional.of(why), Duration.ZERO);
    }

    private static Optional<Duration> wait(Work work, Optional<Throwable> thrown) {
        var plan = work.task.retries();
        var failures = work.attempt();
        return plan.waitAfter(failures, thrown)
                .or(() -> Optional.of(LAST_TRY_DELAY).filter(delay -> failures <= plan.retries(thrown) + LAST_TRIES));
    }

    /**
     * What was sent.
     *
     * @param unique the key that the task wants for itself
     */
    public record Parcel(Work work, Instant due, Optional<SendOption.Unique> unique) {}

    /** A task on its way to its next attempt. */
    public static final class Work {

        private final TaskDefinition task;
        private final TaskId id;
        private final Envelope envelope;

        private Work(TaskDefinition task, TaskId id, Envelope envelope) {
            this.task = task;
            this.id = id;
            this.envelope = envelope;
        }

        public TaskId id() {
            return id;
        }

        public String name() {
            return task.name();
        }

        /** 1 for the first. */
        public int attempt() {
            return envelope.retries() + 1;
        }

        /** Whether nobody wants it any more. */
        public boolean hasExpired(Instant now) {
            return envelope.expires().filter(now::isAfter).isPresent();
        }

        /** How many of its kind may run in one call. */
        public int most() {
            return task.batch().map(TaskDefinition.BatchShape::maxSize).orElse(1);
        }

        private TaskContext context() {
            return new TaskContext(id, task.name(), attempt());
        }

        private Work again() {
            return new Work(task, id, envelope.with(TaskHeaders.RETRIES, attempt()));
        }
    }

    /**
     * How an attempt ended.
     *
     * @param work for the next attempt, if the state is RETRY
     * @param delay until then
     */
    public record End(Work work, TaskState state, Optional<String> result, Optional<String> error, Duration delay) {}

    /** A schedule. */
    public final class Calendar {

        private final BeatDefinition beat;

        private Calendar(BeatDefinition beat) {
            this.beat = beat;
        }

        public String name() {
            return beat.schedule();
        }

        public Instant nextAfter(Instant instant) {
            return beat.rhythm().nextAfter(instant);
        }

        public Work tick(Instant due) {
            var id = TaskId.random();
            var tick = new Tick(beat.schedule(), due);
            return new Work(beat.task(), id, format.write(beat.schedule(), id, tick, Optional.empty()));
        }
    }
}
