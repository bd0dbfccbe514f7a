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

    private final Path directory;

    SigningKeysTests(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void takesTheKeysThatAreGiven() {
        var keys = inProduction(keyOf(32), "", keyOf(33), keyOf(34));

        assertThat(keys.ofAccounts()).extracting(key -> key.getEncoded().length).containsExactly(32);
        assertThat(keys.ofPurchases())
                .extracting(key -> key.getEncoded().length)
                .containsExactly(33, 34);
        assertThat(directory.resolve("signing.key")).doesNotExist();
    }

    @Test
    void wantsAKeyInProduction() {
        assertThatThrownBy(inProduction(" ", keyOf(32), keyOf(32), "")::ofAccounts)
                .isInstanceOfSatisfying(WrongSetup.class, wrong -> {
                    assertThat(wrong).hasMessage("STAMPEDE_SIGNING_KEY is not set.");
                    assertThat(wrong.remedy()).contains("openssl rand -base64 32", "STAMPEDE_SIGNING_KEY");
                });
        assertThat(directory.resolve("signing.key")).doesNotExist();
    }

    @Test
    void refusesAKeyThatIsShortOrGarbledEverywhere() {
        assertThatThrownBy(atHome(keyOf(31), "")::ofAccounts)
                .isInstanceOf(WrongSetup.class)
                .hasMessage("STAMPEDE_SIGNING_KEY holds 31 bytes; a key has at least 32.");
        assertThatThrownBy(inProduction("not base64!", "", "", "")::ofAccounts)
                .isInstanceOf(WrongSetup.class)
                .hasMessage("STAMPEDE_SIGNING_KEY is not base64.");
        assertThatThrownBy(atHome("", keyOf(31))::ofAccounts)
                .isInstanceOf(WrongSetup.class)
                .hasMessage("STAMPEDE_PREVIOUS_SIGNING_KEY holds 31 bytes; a key has at least 32.");
    }

    @Test
    void makesAKeyOutsideProductionThatOnlyItsOwnerReads() throws IOException {
        var keys = atHome("", "").ofAccounts();

        assertThat(keys).hasSize(1);
        assertThat(atHome("", "").ofAccounts()).as("at the next start").isEqualTo(keys);
        assertThat(atHome("", "").ofPurchases()).isNotEqualTo(keys);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("signing.key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void makesOneKeyHoweverManyStartTogether() {
        var keys = IntStream.range(0, 32)
                .parallel()
                .mapToObj(node -> atHome("", "").ofAccounts())
                .collect(Collectors.toSet());

        assertThat(keys).hasSize(1);
    }

    private SigningKeys inProduction(String accounts, String before, String purchases, String purchasesBefore) {
        return new SigningKeys(
                environment("production"),
                new SigningKeyProperties(accounts, before, purchases, purchasesBefore, directory));
    }

    private SigningKeys atHome(String accounts, String before) {
        return new SigningKeys(environment("demo"), new SigningKeyProperties(accounts, before, "", "", directory));
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
