package stampede.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.support.Ids;
import stampede.support.SecurityLog;

@StampedeTest
class FrontDoorTests {

    private static final String PASSWORD = "correct horse";
    private static final String HERE = "203.0.113.1";
    private static final String ELSEWHERE = "203.0.113.2";

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccountRepository repository;

    @Autowired
    private PasswordHashes hashes;

    @Autowired
    private Ids ids;

    private FrontDoor frontDoor;
    private String username;

    @BeforeEach
    void openAccount() {
        var hours = Duration.ofHours(1);
        frontDoor = new FrontDoor(
                accounts,
                repository,
                hashes,
                new AccountProperties("", 4, hours, hours, hours, hours, false, 3, 8, 2),
                SecurityLog.events());
        username = "f" + ids.next();
        accounts.register(username, PASSWORD);
    }

    @Test
    void refusesAUsernameTriedTooOftenEvenWithTheRightPassword() {
        for (var attempt = 0; attempt < 3; attempt++) {
            assertThat(refusal(username, "wrong horse", HERE).reason()).isEqualTo(AccountRefusal.BAD_CREDENTIALS);
        }

        var refused = refusal(username, PASSWORD, HERE);

        assertThat(refused.reason()).isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
        assertThat(refused.retryAfter().orElseThrow()).isBetween(Duration.ofMillis(1), Duration.ofMinutes(1));
        assertThat(frontDoor.signIn(username, PASSWORD, ELSEWHERE).username()).isEqualTo(username);
    }

    @Test
    void forgetsMistakesAfterSigningIn() {
        for (var round = 0; round < 2; round++) {
            refusal(username, "wrong horse", HERE);
            refusal(username, "wrong horse", HERE);
            frontDoor.signIn(username, PASSWORD, HERE);
        }
    }

    @Test
    void refusesAnAddressThatTriesManyUsernames() {
        for (var attempt = 0; attempt < 8; attempt++) {
            assertThat(refusal("nobody" + attempt, PASSWORD, HERE).reason()).isEqualTo(AccountRefusal.BAD_CREDENTIALS);
        }

        assertThat(refusal(username, PASSWORD, HERE).reason()).isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
    }

    @Test
    void refusesAnAddressThatOpensManyAccounts() {
        frontDoor.register(username + "-1", PASSWORD, HERE);
        frontDoor.register(username + "-2", PASSWORD, HERE);

        var refused =
                catchThrowableOfType(AccountRefused.class, () -> frontDoor.register(username + "-3", PASSWORD, HERE));

        assertThat(refused.reason()).isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
    }

    private AccountRefused refusal(String name, String password, String address) {
        return catchThrowableOfType(AccountRefused.class, () -> frontDoor.signIn(name, password, address));
    }
}
