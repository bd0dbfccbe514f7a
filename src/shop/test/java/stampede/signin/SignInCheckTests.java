package stampede.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import stampede.account.AccountId;
import stampede.account.AccountProperties;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.SignIn;

/** What holds while no database answers. */
class SignInCheckTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private final SignInProperties properties =
            new SignInProperties(HOUR, HOUR, HOUR, Duration.ofSeconds(30), Duration.ofSeconds(2), 20, 100);
    private final SignInRepository nowhere = new SignInRepository(
            JdbcClient.create(new DriverManagerDataSource("jdbc:mysql://127.0.0.1:1/none?connectTimeout=200")));
    private final EndedSignInCache endings =
            new EndedSignInCache(nowhere, new AccountProperties(4, HOUR, HOUR, HOUR, HOUR, false));
    private final SignInCheck checks = new SignInCheck(nowhere, endings, properties);

    @Test
    void shoppersAreBelievedWhileTheDatabaseIsAway() {
        var shopper = signIn(Role.SHOPPER);

        assertThat(checks.current(shopper)).contains(shopper.account());
    }

    @Test
    void staffIsNotBelievedWhileTheDatabaseIsAway() {
        assertThatThrownBy(() -> checks.current(signIn(Role.OPERATOR))).isInstanceOf(AccountStateUnknown.class);
        assertThatThrownBy(() -> checks.current(signIn(Role.SELLER))).isInstanceOf(AccountStateUnknown.class);
    }

    @Test
    void aSignOutIsFeltHereWhileTheDatabaseIsAway() {
        var shopper = signIn(Role.SHOPPER);
        checks.current(shopper);

        endings.addUnwritten(shopper.id());

        assertThat(checks.current(shopper)).isEmpty();
    }

    @Test
    void nothingIsBelievedUnaskedBeforeTheFirstAnswerOfTheDatabase() {
        endings.turn();

        assertThat(endings.letIn(signIn(Role.SHOPPER))).isFalse();
    }

    private static SignIn signIn(Role role) {
        return new SignIn(new SignedIn(new AccountId(7), "somebody", role), SignIn.newId(), 0, Instant.now());
    }
}
