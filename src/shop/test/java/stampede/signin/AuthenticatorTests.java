package stampede.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import stampede.StampedeTest;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.AccountRepository;
import stampede.account.Accounts;
import stampede.account.JdbcAccountRepository;
import stampede.account.QueuedPasswordHasher;
import stampede.audit.SecurityLog;
import stampede.ids.Ids;
import stampede.ratelimit.AttemptRateLimiter;
import stampede.ratelimit.RateLimit;
import stampede.token.JwtCodec;

@StampedeTest
class AuthenticatorTests {

    private static final String PASSWORD = "correct horse";
    private static final String WRONG = "wrong horse";

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccountRepository repository;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private QueuedPasswordHasher hashes;

    @Autowired
    private SecondFactors factors;

    @Autowired
    private JwtCodec tokens;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private Ids ids;

    /** A network of its own, for what Redis counts outlives a test. */
    private final String site = "2001:db8:%x:%x:".formatted(part(), part());

    private Authenticator node;
    private Authenticator otherNode;
    private String username;

    @BeforeEach
    void openAccount() {
        node = node(redis);
        otherNode = node(redis);
        username = "f" + ids.next();
        accounts.register(username, PASSWORD);
    }

    @Test
    void countsGuessesAtAUsernameFromAllNetworksOnAllNodes() {
        assertThat(refusal(node, username, WRONG, elsewhere(1)).reason()).isEqualTo(AccountRefusal.BAD_CREDENTIALS);
        assertThat(refusal(otherNode, username, WRONG, elsewhere(2)).reason())
                .isEqualTo(AccountRefusal.BAD_CREDENTIALS);
        assertThat(refusal(node, username, WRONG, elsewhere(3)).reason()).isEqualTo(AccountRefusal.BAD_CREDENTIALS);

        var refused = refusal(otherNode, username, PASSWORD, elsewhere(4));

        assertThat(refused.reason()).isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
        assertThat(refused.retryAfter().orElseThrow()).isBetween(Duration.ofMinutes(59), Duration.ofMinutes(60));
    }

    @Test
    void letsTheOwnerInFromAKnownDeviceWhileOthersGuess() {
        guessUntilRefused();

        assertThat(node.signIn(username, PASSWORD, site + ":1", Optional.of("owner's device"))
                        .username())
                .isEqualTo(username);
    }

    @Test
    void letsTheOwnerInFromANetworkThatSignedInBeforeWhileOthersGuess() {
        node.signIn(username, PASSWORD, site + ":1");
        guessUntilRefused();

        assertThat(node.signIn(username, PASSWORD, site + ":2").username()).isEqualTo(username);
    }

    @Test
    void countsGuessesFromAKnownDeviceToo() {
        var device = Optional.of("a thief's");
        for (var attempt = 0; attempt < 4; attempt++) {
            assertThat(catchThrowableOfType(
                                    AccountRefused.class, () -> node.signIn(username, WRONG, elsewhere(1), device))
                            .reason())
                    .isEqualTo(AccountRefusal.BAD_CREDENTIALS);
        }

        assertThat(catchThrowableOfType(
                                AccountRefused.class, () -> otherNode.signIn(username, PASSWORD, site + ":9", device))
                        .reason())
                .isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
    }

    @Test
    void forgetsMistakesAfterSigningIn() {
        for (var round = 0; round < 4; round++) {
            refusal(node, username, WRONG, site + ":1");
            refusal(node, username, WRONG, site + ":1");
            assertThat(node.signIn(username, PASSWORD, site + ":1").username()).isEqualTo(username);
        }
    }

    @Test
    void countsAllAddressesOfAnIpv6NetworkAsOne() {
        for (var attempt = 0; attempt < 6; attempt++) {
            assertThat(refusal(node, "nobody" + ids.next(), PASSWORD, site + ":" + attempt)
                            .reason())
                    .isEqualTo(AccountRefusal.BAD_CREDENTIALS);
        }

        assertThat(refusal(otherNode, username, PASSWORD, site + ":77").reason())
                .isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
    }

    @Test
    void refusesANetworkThatOpensManyAccounts() {
        node.register(username + "-1", PASSWORD, site + ":1");
        otherNode.register(username + "-2", PASSWORD, site + ":2");

        var refused =
                catchThrowableOfType(AccountRefused.class, () -> node.register(username + "-3", PASSWORD, site + ":3"));

        assertThat(refused.reason()).isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
    }

    @Test
    void countsOnEachNodeWhileRedisIsAway() {
        var nowhere = new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1));
        nowhere.afterPropertiesSet();
        try {
            var alone = node(new StringRedisTemplate(nowhere));
            assertThat(alone.signIn(username, PASSWORD, site + ":1").username()).isEqualTo(username);
            for (var attempt = 0; attempt < 3; attempt++) {
                assertThat(refusal(alone, username, WRONG, elsewhere(1)).reason())
                        .isEqualTo(AccountRefusal.BAD_CREDENTIALS);
            }
            assertThat(refusal(alone, username, WRONG, elsewhere(1)).reason())
                    .isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
        } finally {
            nowhere.destroy();
        }
    }

    @Test
    void takesHashesMadeByBcryptAloneAndMakesThemAnew() {
        keepHash(String.valueOf(new BCryptPasswordEncoder(4).encode(PASSWORD)));

        node.signIn(username, PASSWORD, site + ":1");

        assertThat(keptHash()).startsWith("{bcrypt-sha384}$2a$04$");
        assertThat(node.signIn(username, PASSWORD, site + ":1").username()).isEqualTo(username);
        assertThat(refusal(node, username, WRONG, site + ":1").reason()).isEqualTo(AccountRefusal.BAD_CREDENTIALS);
    }

    @Test
    void leavesAHashAloneThatAWrongPasswordWasTriedOn() {
        var old = String.valueOf(new BCryptPasswordEncoder(4).encode(PASSWORD));
        keepHash(old);

        refusal(node, username, WRONG, site + ":1");

        assertThat(keptHash()).isEqualTo(old);
    }

    private void guessUntilRefused() {
        for (var attempt = 0; attempt < 3; attempt++) {
            refusal(node, username, WRONG, elsewhere(attempt));
        }
        assertThat(refusal(node, username, WRONG, elsewhere(99)).reason()).isEqualTo(AccountRefusal.TOO_MANY_ATTEMPTS);
    }

    private Authenticator node(StringRedisTemplate counters) {
        var hours = Duration.ofHours(1);
        var limits = new SignInRateLimitProperties(
                new RateLimit(3, hours),
                new RateLimit(4, hours),
                new RateLimit(6, hours),
                new RateLimit(2, hours),
                new RateLimit(5, hours));
        return new Authenticator(
                accounts,
                repository,
                rows,
                hashes,
                new SignInRateLimiter(new AttemptRateLimiter(counters), limits),
                factors,
                tokens,
                SecurityLog.events());
    }

    private void keepHash(String hash) {
        jdbc.sql("update account set password_hash = :hash where username = :name")
                .param("hash", hash)
                .param("name", username)
                .update();
    }

    private String keptHash() {
        return jdbc.sql("select password_hash from account where username = :name")
                .param("name", username)
                .query(String.class)
                .single();
    }

    /** A network of its own for each number. */
    private String elsewhere(int number) {
        return site.replace("2001:db8", "2001:%x".formatted(0xdb9 + number)) + ":1";
    }

    private static int part() {
        return ThreadLocalRandom.current().nextInt(1, 0xffff);
    }

    private static AccountRefused refusal(Authenticator node, String name, String password, String address) {
        return catchThrowableOfType(AccountRefused.class, () -> node.signIn(name, password, address));
    }
}
