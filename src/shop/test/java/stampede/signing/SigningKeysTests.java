package stampede.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import stampede.support.WrongSetup;

class SigningKeysTests {

    private static final String VARIABLE = "STAMPEDE_SIGNING_KEY";

    private final Path directory;

    SigningKeysTests(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void takesTheKeyThatIsGiven() {
        var key = inProduction().find(VARIABLE, keyOf(32), "signing.key");

        assertThat(key.getEncoded()).hasSize(32);
        assertThat(directory.resolve("signing.key")).doesNotExist();
    }

    @Test
    void wantsAKeyInProduction() {
        assertThatThrownBy(() -> inProduction().find(VARIABLE, " ", "signing.key"))
                .isInstanceOfSatisfying(WrongSetup.class, wrong -> {
                    assertThat(wrong).hasMessage("STAMPEDE_SIGNING_KEY is not set.");
                    assertThat(wrong.remedy()).contains("openssl rand -base64 32", VARIABLE);
                });
        assertThat(directory.resolve("signing.key")).doesNotExist();
    }

    @Test
    void refusesAKeyThatIsShortOrGarbledEverywhere() {
        assertThatThrownBy(() -> atHome().find(VARIABLE, keyOf(31), "signing.key"))
                .isInstanceOf(WrongSetup.class)
                .hasMessage("STAMPEDE_SIGNING_KEY holds 31 bytes; a key has at least 32.");
        assertThatThrownBy(() -> inProduction().find(VARIABLE, "not base64!", "signing.key"))
                .isInstanceOf(WrongSetup.class)
                .hasMessage("STAMPEDE_SIGNING_KEY is not base64.");
    }

    @Test
    void makesAKeyOutsideProductionThatOnlyItsOwnerReads() throws IOException {
        var key = atHome().find(VARIABLE, "", "signing.key");

        assertThat(atHome().find(VARIABLE, "", "signing.key"))
                .as("at the next start")
                .isEqualTo(key);
        assertThat(atHome().find("STAMPEDE_TOKEN_KEY", "", "token.key")).isNotEqualTo(key);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("signing.key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void makesOneKeyHoweverManyStartTogether() {
        var keys = IntStream.range(0, 32)
                .parallel()
                .mapToObj(node -> atHome().find(VARIABLE, "", "signing.key"))
                .collect(Collectors.toSet());

        assertThat(keys).hasSize(1);
    }

    private SigningKeys inProduction() {
        return new SigningKeys(environment("production"), directory);
    }

    private SigningKeys atHome() {
        return new SigningKeys(environment("demo"), directory);
    }

    private static Environment environment(String profile) {
        var environment = new StandardEnvironment();
        environment.setActiveProfiles(profile);
        return environment;
    }

    private static String keyOf(int bytes) {
        return Base64.getEncoder().encodeToString(new byte[bytes]);
    }
}
