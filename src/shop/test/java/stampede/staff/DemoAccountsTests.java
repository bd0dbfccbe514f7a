package stampede.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.DefaultApplicationArguments;
import stampede.StampedeTest;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.AccountRepository;
import stampede.account.Accounts;
import stampede.account.JdbcAccountRepository;
import stampede.account.QueuedPasswordHasher;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.signin.ApiSignIns;
import stampede.signin.Authenticator;
import stampede.signin.SignIns;
import stampede.support.WrongSetup;

@StampedeTest
class DemoAccountsTests {

    private static final DefaultApplicationArguments NOTHING = new DefaultApplicationArguments();

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccountRepository repository;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private QueuedPasswordHasher hashes;

    @Autowired
    private ApiSignIns signIns;

    @Autowired
    private SignIns everywhere;

    @Autowired
    private Authenticator authenticator;

    @Test
    void opensOneForEachRoleOnce() {
        demo(DemoAccounts.KNOWN_PASSWORD, "").run(NOTHING);
        var operator = accounts.find("operator").orElseThrow();

        demo(DemoAccounts.KNOWN_PASSWORD, "http://127.0.0.1:20080").run(NOTHING);

        assertThat(accounts.find("operator")).contains(operator);
        assertThat(operator.role()).isEqualTo(Role.OPERATOR);
        assertThat(accounts.find("seller")).map(SignedIn::role).contains(Role.SELLER);
        assertThat(authenticator.signIn("shopper", "stampede-demo", "demo").role())
                .isEqualTo(Role.SHOPPER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://shop.example", "http://192.168.0.7:20080", "https://127.0.0.1.nip.io", "https://[::2]"})
    void opensNoneWithAKnownPasswordWhereOthersReachTheShop(String publicUrl) {
        assertThatThrownBy(() -> demo(DemoAccounts.KNOWN_PASSWORD, publicUrl))
                .isInstanceOf(WrongSetup.class)
                .hasMessageContaining("STAMPEDE_PUBLIC_URL");
    }

    @Test
    void givesThemThePasswordThatIsSet() {
        demo(DemoAccounts.KNOWN_PASSWORD, "").run(NOTHING);

        demo("a random one 7fb1", "https://shop.example").run(NOTHING);

        assertThat(authenticator.signIn("operator", "a random one 7fb1", "demo").role())
                .isEqualTo(Role.OPERATOR);
        assertRefused("operator");
    }

    @Test
    void productionClosesThoseWithTheKnownPassword() {
        demo(DemoAccounts.KNOWN_PASSWORD, "").run(NOTHING);
        var pair = signIns.begin(accounts.find("operator").orElseThrow());

        new DemoAccountLock(repository, rows, hashes, everywhere).run(NOTHING);

        DemoAccounts.ALL.keySet().forEach(this::assertRefused);
        assertThatThrownBy(() -> signIns.refresh(pair.refreshToken())).isInstanceOf(AccountRefused.class);
    }

    @Test
    void productionLeavesAPasswordAloneThatWasChanged() {
        demo("a random one 7fb1", "").run(NOTHING);

        new DemoAccountLock(repository, rows, hashes, everywhere).run(NOTHING);

        assertThat(authenticator.signIn("seller", "a random one 7fb1", "demo").role())
                .isEqualTo(Role.SELLER);
    }

    /** Other tests sign in with it. */
    @AfterEach
    void giveTheKnownPasswordBack() {
        demo(DemoAccounts.KNOWN_PASSWORD, "").run(NOTHING);
    }

    private void assertRefused(String username) {
        assertThat(catchThrowableOfType(
                                AccountRefused.class,
                                () -> authenticator.signIn(username, DemoAccounts.KNOWN_PASSWORD, "demo"))
                        .reason())
                .isEqualTo(AccountRefusal.BAD_CREDENTIALS);
    }

    private DemoAccounts demo(String password, String publicUrl) {
        return new DemoAccounts(accounts, repository, rows, hashes, password, publicUrl);
    }
}
