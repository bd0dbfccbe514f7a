package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.thymeleaf.spring6.SpringTemplateEngine;
import stampede.history.TaskHistory;
import stampede.history.TaskStatistics;
import stampede.task.Tasks;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.OutboxTasks;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskPlans;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskSchedules;
import stampede.task.admin.TaskWaits;
import stampede.task.admin.UniqueKeys;
import stampede.task.spi.TaskPayloads;
import stampede.workflow.Workflows;

/** When there is a monitor and when there is none. Nothing is asked of the engine here, so nothing stands behind its beans. */
@ExtendWith(OutputCaptureExtension.class)
class MonitorAutoConfigurationTests {

    private static final String OPENED = "stampede.task.monitor.read-roles=reader";

    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    WebMvcAutoConfiguration.class,
                    ThymeleafAutoConfiguration.class,
                    JacksonAutoConfiguration.class,
                    MonitorAutoConfiguration.class))
            .withBean(Clock.class, Clock::systemUTC)
            .withBean(Tasks.class, () -> mock(Tasks.class))
            .withBean(TaskHistory.class, () -> mock(TaskHistory.class))
            .withBean(DeadTasks.class, () -> mock(DeadTasks.class))
            .withBean(TaskQueues.class, MonitorAutoConfigurationTests::queuesWithoutABroker)
            .withBean(TaskSchedules.class, () -> mock(TaskSchedules.class))
            .withBean(TaskNodes.class, () -> mock(TaskNodes.class))
            .withBean(TaskPayloads.class, () -> mock(TaskPayloads.class))
            .withBean(Workflows.class, () -> mock(Workflows.class))
            .withBean(TaskStatistics.class, () -> mock(TaskStatistics.class))
            .withBean(OutboxTasks.class, () -> mock(OutboxTasks.class))
            .withBean(TaskPlans.class, () -> mock(TaskPlans.class))
            .withBean(TaskWaits.class, () -> mock(TaskWaits.class))
            .withBean(UniqueKeys.class, () -> mock(UniqueKeys.class));

    @Test
    void isClosedUntilTheApplicationOpensItAndSaysHow(CapturedOutput log) {
        application.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(TaskRunController.class);
            assertThat(context).doesNotHaveBean(MonitorApi.class).doesNotHaveBean(MonitorGuard.class);
            assertThat(log).containsOnlyOnce("The task monitor is closed.").contains("stampede.task.monitor.act-roles");
        });
    }

    @Test
    void isOpenedByRoles(CapturedOutput log) {
        application.withPropertyValues(OPENED).run(context -> {
            assertThat(context).hasSingleBean(TaskRunController.class).hasSingleBean(LoggedAudit.class);
            assertThat(log).doesNotContain("The task monitor is closed.");
        });
    }

    @Test
    void saysThatTheBrokerIsAway() {
        application.withPropertyValues(OPENED).run(context -> {
            var browser = MockMvcBuilders.webAppContextSetup(context).build();
            for (var page : List.of("/tasks/workers", "/tasks/queues")) {
                browser.perform(get(page).with(reader -> {
                            reader.addUserRole("reader");
                            return reader;
                        }))
                        .andExpect(content()
                                .string(containsString(
                                        "RabbitMQ does not answer, so no task is taken at this moment.")))
                        .andExpect(content().string(not(containsString("/logout"))));
            }
        });
    }

    @Test
    void isOpenedByABean() {
        application
                .withBean(MonitorAccess.class, EverybodyReads::new)
                .run(context -> assertThat(context).hasSingleBean(TaskRunController.class));
    }

    @Test
    void writesToTheAuditOfTheApplication() {
        application
                .withPropertyValues(OPENED)
                .withBean(RecordedAudit.class)
                .run(context ->
                        assertThat(context).hasSingleBean(MonitorAudit.class).hasSingleBean(RecordedAudit.class));
    }

    @Test
    void isAbsentWithoutThymeleaf() {
        application
                .withPropertyValues(OPENED)
                .withClassLoader(new FilteredClassLoader(SpringTemplateEngine.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MonitorGuard.class));
    }

    @Test
    void refusesAPathThatIsNone() {
        application
                .withPropertyValues(OPENED, "stampede.task.monitor.path=/")
                .run(context ->
                        assertThat(context).hasFailed().getFailure().rootCause().hasMessageContaining("path"));
    }

    private static final class EverybodyReads implements MonitorAccess {

        @Override
        public boolean mayRead(HttpServletRequest request) {
            return true;
        }

        @Override
        public boolean mayAct(HttpServletRequest request) {
            return false;
        }
    }

    private static TaskQueues queuesWithoutABroker() {
        var queues = mock(TaskQueues.class);
        when(queues.isBrokerAway()).thenReturn(true);
        return queues;
    }
}
