package stampede.account;

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

    private static final String GOOD_KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    @Test
    void stopsWithoutASigningKey(CapturedOutput output) {
        assertThat(starts("production", "")).isFalse();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("STAMPEDE_SIGNING_KEY is not set")
                .contains("openssl rand -base64 32");
    }

    @Test
    void stopsWithDemoAccounts(CapturedOutput output) {
        assertThat(starts("production,demo", GOOD_KEY)).isFalse();
        assertThat(output).contains("The profiles demo and production are both active");
    }

    private static boolean starts(String profiles, String key) {
        var shop = new SpringApplication(Stampede.class);
        shop.setWebApplicationType(WebApplicationType.SERVLET);
        try (var started = shop.run(
                "--spring.profiles.active=" + profiles,
                "--stampede.account.signing-key=" + key,
                "--stampede.order.token-key=" + GOOD_KEY,
                "--server.port=0")) {
            return started.isRunning();
        } catch (RuntimeException stopped) {
            return false;
        }
    }
}
