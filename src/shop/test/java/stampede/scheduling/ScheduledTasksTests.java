package stampede.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.scheduling.ScheduledTasksEndpoint;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.ApplicationContext;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.util.ClassUtils;
import stampede.StampedeTest;
import stampede.support.JobScheduler;

/** What {@code /actuator/scheduledtasks} says of the whole shop, and that there are threads for all of it. */
@StampedeTest
class ScheduledTasksTests {

    /** A setting and its default. */
    private static final Pattern SETTING = Pattern.compile("\\$\\{(.+)\\.([^.]+):(.+)}");

    private static final Pattern LIBRARY = Pattern.compile("stampede\\.(task|history|workflow|celery|support)\\..*");

    @Autowired
    private ScheduledTasksEndpoint endpoint;

    @Autowired
    private ApplicationContext shop;

    @Test
    void tellsOfEveryJobAndOfItsInterval() {
        var told = new TreeMap<String, Long>();
        endpoint.scheduledTasks().getFixedDelay().stream()
                .map(ScheduledTasksEndpoint.IntervalTaskDescriptor.class::cast)
                .forEach(task -> told.put(task.getRunnable().getTarget(), task.getInterval()));

        assertThat(told.keySet())
                .containsAll(methods().map(ScheduledTasksTests::name).toList());
        assertThat(told)
                .containsEntry("stampede.recovery.ReservationSweepJob.turn", 1_000L)
                .containsEntry("stampede.workflow.WorkflowRetention.turn", 60_000L)
                .as("by the suite's settings")
                .containsEntry("stampede.order.UnpaidOrderJob.turn", 3_600_000L)
                .containsEntry("stampede.refund.DueRefundJob.turn", 1_000L);
    }

    @Test
    void hasAThreadForEachJobSoThatNoneWaitsForAnother() {
        Map<String, Long> jobs = methods()
                .map(method -> method.getAnnotation(Scheduled.class).scheduler())
                .collect(Collectors.groupingBy(
                        scheduler -> scheduler.isEmpty() ? "taskScheduler" : scheduler, Collectors.counting()));

        assertThat(jobs).containsOnlyKeys("taskScheduler", JobScheduler.ENGINE);
        jobs.forEach((scheduler, count) -> assertThat(shop.getBean(scheduler, JobScheduler.class)
                        .getScheduledThreadPoolExecutor()
                        .getCorePoolSize())
                .as(scheduler)
                .isGreaterThanOrEqualTo(count.intValue()));
    }

    @Test
    void theEnginesJobsRunOnTheEnginesThreads() {
        assertThat(methods())
                .allSatisfy(method -> assertThat(
                                method.getAnnotation(Scheduled.class).scheduler())
                        .as(name(method))
                        .isEqualTo(LIBRARY.matcher(name(method)).matches() ? JobScheduler.ENGINE : ""));
    }

    /** Spring reads the interval before there are any settings to ask, so each default is written twice. */
    @Test
    void anIntervalHasTheDefaultOfItsSetting() {
        var settings = methods()
                .map(method -> method.getAnnotation(Scheduled.class))
                .flatMap(job -> Stream.of(job.fixedDelayString(), job.fixedRateString(), job.initialDelayString()))
                .filter(interval -> !interval.isEmpty())
                .toList();

        assertThat(settings).hasSizeGreaterThan(7).allSatisfy(interval -> {
            var parts = SETTING.matcher(interval);
            assertThat(parts.matches()).isTrue();
            assertThat(defaults(parts.group(1), parts.group(2))).as(interval).containsExactly(parts.group(3));
        });
    }

    private List<String> defaults(String prefix, String name) {
        return shop.getBeansWithAnnotation(ConfigurationProperties.class).values().stream()
                .map(Object::getClass)
                .filter(type -> type.isRecord()
                        && type.getAnnotation(ConfigurationProperties.class)
                                .value()
                                .equals(prefix))
                .flatMap(type -> Arrays.stream(type.getDeclaredConstructors()))
                .flatMap(constructor -> Arrays.stream(constructor.getParameters()))
                .filter(parameter -> dashed(parameter.getName()).equals(name))
                .map(parameter -> parameter.getAnnotation(DefaultValue.class).value()[0])
                .toList();
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private Stream<Method> methods() {
        return Arrays.stream(shop.getBeanDefinitionNames())
                .map(shop::getType)
                .filter(Objects::nonNull)
                .<Class<?>>map(ClassUtils::getUserClass)
                .filter(type -> type.getName().startsWith("stampede."))
                .distinct()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Scheduled.class))
                .distinct();
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }
}
