package stampede.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.ids.Ids;
import stampede.signin.Authenticator;

@StampedeTest
class AccountsTests {

    private static final String PASSWORD = "correct horse";

    @Autowired
    private Accounts accounts;

    @Autowired
    private Authenticator authenticator;

    @Autowired
    private Ids ids;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void opensAnAccountOnceHoweverManyAsk() {
        var username = "u" + ids.next();

        var opened = IntStream.range(0, 16)
                .parallel()
                .filter(attempt -> opens(username + (attempt % 2 == 0 ? "x" : "X")))
                .count();

        assertThat(opened).isEqualTo(1);
    }

    @Test
    void keepsNoPassword() {
        var account = accounts.register("u" + ids.next(), PASSWORD);

        var stored = jdbc.sql("select password_hash from account where id = :id")
                .param("id", account.id().value())
                .query(String.class)
                .single();

        assertThat(stored).startsWith("{bcrypt-sha384}$2a$").doesNotContain(PASSWORD);
    }

    @Test
    void ensuringTwiceChangesNothing() {
        var username = "u" + ids.next();

        var first = accounts.ensure(username, PASSWORD, Role.SELLER);

        assertThat(accounts.ensure(username, "another horse", Role.SELLER)).isEqualTo(first);
        assertThat(authenticator.signIn(username, PASSWORD, "test " + username)).isEqualTo(first);
    }

    @Test
    void givesNobodyAnotherRole() {
        var username = "u" + ids.next();
        accounts.register(username, PASSWORD);

        assertThatThrownBy(() -> accounts.ensure(username, PASSWORD, Role.OPERATOR))
                .isInstanceOf(IllegalStateException.class);

        assertThat(accounts.find(username)).map(SignedIn::role).contains(Role.SHOPPER);
    }

    @Test
    void addsManyShoppersAtOnceAndTheSameOnesAgain() {
        var prefix = "b" + ids.next() + "-";

        var added = accounts.addShoppers(2_345, prefix);

        assertThat(added).hasSize(2_345).doesNotHaveDuplicates();
        assertThat(added.get(2_344).username()).isEqualTo(prefix + "2345");
        assertThat(accounts.addShoppers(2_346, prefix)).hasSize(2_346).containsAll(added);
        assertThat(accounts.find(added.get(7).id())).contains(added.get(7));
    }

    @Test
    void findsNobodyByAnImpossibleName() {
        assertThat(accounts.find("no such name!")).isEmpty();
    }

    @Test
    void findsUsernames() {
        var one = accounts.register("u" + ids.next(), PASSWORD);
        var unknown = new AccountId(ids.next());

        assertThat(accounts.usernames(List.of(one.id(), unknown)))
                .containsOnlyKeys(one.id())
                .containsValue(one.username());
    }

    private boolean opens(String username) {
        try {
            accounts.register(username, PASSWORD);
            return true;
        } catch (AccountRefused taken) {
            assertThat(taken.reason()).isEqualTo(AccountRefusal.USERNAME_TAKEN);
            return false;
        }
    }
}
