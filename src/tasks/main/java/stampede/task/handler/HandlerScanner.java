package stampede.task.handler;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import stampede.support.WrongSetup;
import stampede.task.BatchTask;
import stampede.task.Beat;
import stampede.task.Job;
import stampede.task.NoRetry;
import stampede.task.Outcomes;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.TaskProperties;
import stampede.task.Tick;
import stampede.task.Upcast;
import tools.jackson.databind.node.ObjectNode;

/** Reads the annotated methods of all {@link TaskHandlers}. A method of the wrong shape stops the start with a sentence. */
public class HandlerScanner {

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;
    private final Optional<Duration> usualLimit;
    private final Duration consumerTimeout;
    private final ZoneId usualZone;
    private final PayloadReader payloads;

    HandlerScanner(ConfigurableListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
        this.usualLimit = setting("stampede.task.time-limit");
        this.consumerTimeout = setting("stampede.task.consumer-timeout").orElse(Duration.ofMinutes(30));
        this.usualZone = ZoneId.of(environment.getProperty("stampede.task.zone", "UTC"));
        this.payloads = new PayloadReader(environment);
    }

    /** How payloads of this type are sent, if their record says so itself. */
    Optional<PayloadDefinition> payload(Class<? extends Record> type) {
        return payloads.read(type);
    }

    /** The queues that the settings name. */
    Set<String> queuesOfSettings() {
        var queues = Binder.get(environment)
                .bind("stampede.task.queues", Bindable.mapOf(String.class, TaskProperties.QueueSettings.class));
        return queues.isBound() ? queues.get().keySet() : Set.of();
    }

    private Optional<Duration> setting(String name) {
        return Optional.ofNullable(
                Binder.get(environment).bind(name, Duration.class).orElse(null));
    }

    /** What the handlers of the context declare, in no particular order. */
    Handlers scan() {
        var found = new Handlers(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (var bean : beans.getBeanNamesForAnnotation(TaskHandlers.class)) {
            var type = beans.getType(bean);
            if (type != null) {
                scan(bean, ClassUtils.getUserClass(type), found);
            }
        }
        return found;
    }

    private void scan(String bean, Class<?> type, Handlers found) {
        for (var method : MethodIntrospector.selectMethods(type, HandlerScanner::isHandler)) {
            try {
                read(new HandlerMethod(beans, bean, method), method, found);
            } catch (IllegalArgumentException wrong) {
                throw new WrongSetup(
                        "%s.%s cannot handle tasks: %s."
                                .formatted(type.getName(), method.getName(), wrong.getMessage()),
                        "Correct the method or its annotation.");
            }
        }
    }

    private static boolean isHandler(Method method) {
        return Stream.of(Task.class, BatchTask.class, Beat.class, Upcast.class)
                .anyMatch(annotation -> AnnotatedElementUtils.hasAnnotation(method, annotation));
    }

    private void read(HandlerMethod handler, Method method, Handlers found) {
        var task = find(method, Task.class);
        var batch = find(method, BatchTask.class);
        var beat = find(method, Beat.class);
        var upcast = find(method, Upcast.class);
        if (upcast != null) {
            found.upcasts().add(upcast(handler, method, upcast));
        }
        if (task != null) {
            found.tasks().add(single(handler, method, task));
        }
        if (batch != null) {
            found.tasks().add(batch(handler, method, batch));
        }
        if (beat != null) {
            found.beats().add(beat(handler, method, beat));
        }
    }

    private TaskDefinition single(HandlerMethod handler, Method method, Task task) {
        var parameters = method.getParameterTypes();
        var fits = parameters.length == 1 || (parameters.length == 2 && parameters[1] == TaskContext.class);
        require(fits && parameters[0].isRecord(), "it must take a record, and may take a TaskContext after it");
        return new TaskDefinition(
                payloads.read(parameters[0].asSubclass(Record.class), task),
                handler,
                retries(method),
                limits(
                        task.softTimeLimit(),
                        task.timeLimit(),
                        1,
                        optional(task.rateLimit()).map(TaskRate::parse)),
                Optional.empty());
    }

    private TaskDefinition batch(HandlerMethod handler, Method method, BatchTask task) {
        require(method.getReturnType() == Outcomes.class, "it must return Outcomes");
        return new TaskDefinition(
                payloads.read(payloadOfJobs(method), task),
                handler,
                retries(method),
                limits(task.softTimeLimit(), task.timeLimit(), TaskLimits.LIMITS_IN_TIMEOUT, Optional.empty()),
                Optional.of(
                        new TaskDefinition.BatchShape(task.maxSize(), duration(task.linger()), task.transaction())));
    }

    private static Class<? extends Record> payloadOfJobs(Method method) {
        if (method.getParameterCount() == 1
                && method.getGenericParameterTypes()[0] instanceof ParameterizedType list
                && list.getRawType() == List.class
                && list.getActualTypeArguments()[0] instanceof ParameterizedType job
                && job.getRawType() == Job.class
                && job.getActualTypeArguments()[0] instanceof Class<?> payload) {
            return payload.asSubclass(Record.class);
        }
        throw new IllegalArgumentException("it must take a List<Job<Payload>>, where Payload is a record");
    }

    private BeatDefinition beat(HandlerMethod handler, Method method, Beat beat) {
        require(Arrays.equals(method.getParameterTypes(), new Class<?>[] {Tick.class}), "it must take a Tick");
        var task = new TaskDefinition(
                new PayloadDefinition(
                        Tick.class,
                        resolve(beat.name()),
                        resolve(beat.queue()),
                        1,
                        beat.remember(),
                        Optional.empty(),
                        Optional.empty()),
                handler,
                retries(method),
                limits(beat.softTimeLimit(), beat.timeLimit(), 1, Optional.empty()),
                Optional.empty());
        var zone = optional(beat.zone()).map(ZoneId::of).orElse(usualZone);
        return new BeatDefinition(task, rhythm(beat, zone), zone, beat.misfire(), beat.overlap());
    }

    /** @param times how often the whole limit may pass before the message is acknowledged */
    private TaskLimits limits(String soft, String hard, int times, Optional<TaskRate> rate) {
        var limit = hard.isBlank()
                ? usualLimit
                : optional(hard).filter(text -> !text.equals("none")).map(this::duration);
        limit.ifPresent(longest -> require(
                longest.multipliedBy(times).plus(TaskLimits.GRACE).compareTo(consumerTimeout) <= 0,
                "its timeLimit of %s is too long for stampede.task.consumer-timeout, %s, after which the broker takes back what is not"
                                .formatted(text(longest), text(consumerTimeout))
                        + " acknowledged%s; shorten the one, or raise the other and the broker's consumer_timeout with it"
                                .formatted(
                                        times == 1 ? "" : " (a batch may take %d times its limit)".formatted(times))));
        return new TaskLimits(optional(soft).map(this::duration), limit, rate);
    }

    private Rhythm rhythm(Beat beat, ZoneId zone) {
        require(beat.cron().isEmpty() != beat.every().isEmpty(), "a beat has either a cron or an every");
        return beat.every().isEmpty()
                ? CalendarRhythm.of(resolve(beat.cron()), zone)
                : new FixedRate(duration(beat.every()));
    }

    private Upcasts.Declared upcast(HandlerMethod handler, Method method, Upcast upcast) {
        require(
                method.getReturnType() == ObjectNode.class
                        && Arrays.equals(method.getParameterTypes(), new Class<?>[] {ObjectNode.class}),
                "an upcast must take an ObjectNode of Jackson 3 and return one");
        return new Upcasts.Declared(new Upcasts.Step(resolve(upcast.task()), upcast.from()), handler);
    }

    private static String text(Duration duration) {
        return duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }

    private RetryPlan retries(Method method) {
        var rules =
                AnnotatedElementUtils.findMergedRepeatableAnnotations(method, Retry.class, Retry.Several.class).stream()
                        .map(this::rule)
                        .toList();
        var hopeless = find(method, NoRetry.class);
        return new RetryPlan(rules, hopeless == null ? List.of() : List.of(hopeless.value()));
    }

    private RetryRule rule(Retry retry) {
        require(
                retry.backoff().isEmpty() || isDefault(retry, "delays"),
                "its @Retry has both delays and a backoff; keep one of them");
        require(
                !retry.backoff().isEmpty()
                        || Stream.of("factor", "max", "attempts").allMatch(name -> isDefault(retry, name)),
                "the factor, max and attempts of a @Retry belong to a backoff; give one, or list the delays instead");
        var waits = retry.backoff().isEmpty()
                ? Arrays.stream(retry.delays()).map(this::duration).toList()
                : RetryRule.growing(duration(retry.backoff()), retry.factor(), duration(retry.max()), retry.attempts());
        return new RetryRule(
                List.of(retry.on()), waits, retry.jitter(), retry.backoff().isEmpty());
    }

    private static boolean isDefault(Retry retry, String attribute) {
        return Objects.deepEquals(
                AnnotationUtils.getValue(retry, attribute), AnnotationUtils.getDefaultValue(retry, attribute));
    }

    private Optional<String> optional(String text) {
        return Optional.of(resolve(text)).filter(resolved -> !resolved.isBlank());
    }

    private Duration duration(String text) {
        return DurationStyle.detectAndParse(resolve(text));
    }

    private String resolve(String text) {
        return environment.resolveRequiredPlaceholders(text);
    }

    private static <A extends Annotation> @Nullable A find(Method method, Class<A> annotation) {
        return AnnotatedElementUtils.findMergedAnnotation(method, annotation);
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalArgumentException(what);
        }
    }

    record Handlers(List<TaskDefinition> tasks, List<BeatDefinition> beats, List<Upcasts.Declared> upcasts) {}
}
