package stampede.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SettingsCheckTests {

    @ParameterizedTest
    @CsvSource({
        "stampede.task.time-limt, stampede.task.time-limit",
        "stampede.task.queue.mail.concurrency, stampede.task.queues",
        "stampede.task.monitor.act-role, stampede.task.monitor.act-roles",
        "stampede.history.keeep, stampede.history.keep",
        "stampede.workflow.keping, stampede.workflow.",
        "stampede.celery.queue[0].name, stampede.celery.queues",
    })
    void namesTheSettingThatWasMeant(String wrong, String right) {
        assertThatThrownBy(() -> check(Map.of(wrong, "1")))
                .isInstanceOfSatisfying(
                        WrongSetup.class,
                        setup -> assertThat(setup)
                                .hasMessage("There is no setting " + wrong + ".")
                                .extracting(WrongSetup::remedy)
                                .asString()
                                .contains("the nearest one is " + right));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stampede.task.time-limit",
                "stampede.task.timeLimit",
                "stampede.task.enabled",
                "stampede.task.queues.mail.concurrency",
                "stampede.celery.queues[0].name",
                "stampede.purchase.anything",
                "com.example.stampede.task.nothing",
            })
    void leavesAloneWhatIsKnownAndWhatIsNotTheEngines(String name) {
        assertThatCode(() -> check(Map.of(name, "1"))).doesNotThrowAnyException();
    }

    @Test
    void leavesVariablesOfTheEnvironmentAlone() {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("systemEnvironment", Map.of("STAMPEDE_TASK_FORCE", "7")));

        assertThatCode(() -> SettingsCheck.check(environment)).doesNotThrowAnyException();
    }

    private static void check(Map<String, Object> settings) {
        var environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("ours", settings));
        SettingsCheck.check(environment);
    }
}
