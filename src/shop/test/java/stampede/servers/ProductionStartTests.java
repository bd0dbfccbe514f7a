package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import stampede.Stampede;

/** Starts the shop as production would, which ends before it begins. */
@ExtendWith(OutputCaptureExtension.class)
class ProductionStartTests {

    @Test
    void stopsWithThePasswordThatEverybodyKnows(CapturedOutput output) {
        assertThat(starts("production")).isFalse();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("STAMPEDE_DB_PASSWORD gives the database a password that everybody can guess")
                .contains("openssl rand -hex 24")
                .doesNotContain("\tat ");
    }

    @Test
    void stopsWithDemoAccounts(CapturedOutput output) {
        assertThat(starts("production,demo")).isFalse();
        assertThat(output).contains("The profiles demo and production are both active");
    }

    @Test
    void stopsUnlessToldWhatItIs(CapturedOutput output) {
        assertThat(starts("")).isFalse();
        assertThat(output)
                .contains("No profile says what this shop is")
                .contains("Set SPRING_PROFILES_ACTIVE to production; or to development or demo");
    }

    private static boolean starts(String profiles) {
        var shop = new SpringApplication(Stampede.class);
        shop.setWebApplicationType(WebApplicationType.SERVLET);
        try (var started = shop.run(
                "--spring.profiles.active=" + profiles,
                "--spring.datasource.username=stampede",
                "--spring.datasource.password=stampede",
                "--server.port=0")) {
            return started.isRunning();
        } catch (RuntimeException stopped) {
            return false;
        }
    }
}
