package stampede.staff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.NewAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.account.Standing;
import stampede.account.Username;
import stampede.ids.Ids;
import stampede.security.Browser;
import stampede.signin.ApiSignIns;
import stampede.signin.Authenticator;
import stampede.signin.BearerTokenVerifier;
import stampede.testing.NumberTable;

/** Accounts are opened, locked and given duties by those who may, and an administrator is always left. */
@StampedeTest
class AccountActsTests {

    private static final String PASSWORD = "correct horse";
    private static final String WHY = "They asked for it.";

    @Autowired
    private AccountActs acts;

    @Autowired
    private AccountRecords records;

    @Autowired
    private OneTimeLinks links;

    @Autowired
    private ApiTokens apiTokens;

    @Autowired
    private SellerRegistration registration;

    @Autowired
    private Accounts accounts;

    @Autowired
    private Authenticator authenticator;

    @Autowired
    private ApiSignIns apiSignIns;

    @Autowired
    private BearerTokenVerifier bearers;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private Ids ids;

    @LocalServerPort
    private int port;

    private SignedIn admin;

    @BeforeEach
    void openAdministrator() {
        admin = operator(Duty.all());
    }

    @Test
    void aLinkSetsAPasswordOnce() {
        var link = acts.open(admin, invited(Role.SELLER, Set.of()), WHY);
        var name = records.find(link.account()).orElseThrow().username();
        refuses(AccountRefusal.PASSWORD_TOO_SHORT, () -> links.use(link.secret(), "short"));

        links.use(link.secret(), PASSWORD);

        assertThat(authenticator.signIn(name, PASSWORD, "127.0.0.1").role()).isEqualTo(Role.SELLER);
        assertThat(links.find(link.secret())).isEmpty();
        refuses(AccountRefusal.LINK_NOT_GOOD, () -> links.use(link.secret(), PASSWORD));
        refuses(AccountRefusal.LINK_NOT_GOOD, () -> links.use("A".repeat(43), PASSWORD));
        assertThat(auditOf(link.account().value())).containsExactly("ACCOUNT_OPENED", "PASSWORD_SET_BY_LINK");
    }

    @Test
    void aLinkIsGoodForADay() {
        var link = acts.open(admin, invited(Role.OPERATOR, Set.of(Duty.SEE)), WHY);
        var lifetime = sql.sql("select expires_ms - made_ms from one_time_link where account_id = :account")
                .param("account", link.account().value())
                .query(Long.class)
                .single();
        assertThat(lifetime).isEqualTo(Duration.ofHours(24).toMillis());

        sql.sql("update one_time_link set expires_ms = made_ms - 1 where account_id = :account")
                .param("account", link.account().value())
                .update();

        refuses(AccountRefusal.LINK_NOT_GOOD, () -> links.use(link.secret(), PASSWORD));
    }

    @Test
    void ofTwoWhoUseALinkAtOnceOneSetsThePassword() throws Exception {
        var link = acts.open(admin, invited(Role.SELLER, Set.of()), WHY);

        assertThat(both(() -> links.use(link.secret(), PASSWORD + 1), () -> links.use(link.secret(), PASSWORD + 2)))
                .isEqualTo(1);
    }

    @Test
    void aNewLinkEndsTheOneBefore() {
        var first = acts.open(admin, invited(Role.SELLER, Set.of()), WHY);
        var second = acts.reset(admin, first.account(), WHY);

        refuses(AccountRefusal.LINK_NOT_GOOD, () -> links.use(first.secret(), PASSWORD));
        links.use(second.secret(), PASSWORD);
    }

    @Test
    void lockingEndsSignInsTokensAndLinks() {
        var seller = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);
        var token = apiTokens.make(seller, "till", Set.of(), 30);
        var link = acts.reset(admin, seller.id(), WHY);

        acts.lock(admin, seller.id(), WHY);

        refuses(AccountRefusal.ACCOUNT_LOCKED, () -> authenticator.signIn(seller.username(), PASSWORD, "127.0.0.1"));
        refuses(AccountRefusal.LINK_NOT_GOOD, () -> links.use(link.secret(), PASSWORD));
        assertThat(apiTokens.signIn(token)).isEmpty();
        refuses(AccountRefusal.ACCOUNT_CHANGED, () -> acts.lock(admin, seller.id(), WHY));

        acts.unlock(admin, seller.id(), WHY);
        assertThat(authenticator
                        .signIn(seller.username(), PASSWORD, "127.0.0.1")
                        .id())
                .isEqualTo(seller.id());
        assertThat(apiTokens.signIn(token)).as("it was ended, not suspended").isEmpty();
    }

    @Test
    void aLockIsFeltOnTheFastPathAtOnceAndCalledOutToTheOtherNodes() {
        var shopper = accounts.register("b" + ids.next(), PASSWORD);
        var access = apiSignIns.begin(shopper).accessToken();
        await().until(() -> bearers.account(access).isPresent());
        var heard = redis.getConnectionFactory();
        assertThat(Objects.requireNonNull(heard)
                        .getConnection()
                        .publish("account:changes".getBytes(StandardCharsets.UTF_8), new byte[0]))
                .as("this node listens")
                .isPositive();

        acts.lock(admin, shopper.id(), WHY);

        assertThat(bearers.account(access)).isEmpty();
    }

    @Test
    void whatAnotherNodeDidIsFeltWhenItIsCalledOut() {
        var shopper = accounts.register("b" + ids.next(), PASSWORD);
        var access = apiSignIns.begin(shopper).accessToken();
        await().until(() -> bearers.account(access).isPresent());

        sql.sql("update account set locked_ms = 1 where id = :id")
                .param("id", shopper.id().value())
                .update();
        redis.convertAndSend("account:changes", "");

        await().until(() -> bearers.account(access).isEmpty());
    }

    @Test
    void nobodyLocksThemselvesOrTakesTheirOwnAdmin() {
        refuses(AccountRefusal.NOT_YOURSELF, () -> acts.lock(admin, admin.id(), WHY));
        refuses(AccountRefusal.NOT_YOURSELF, () -> acts.giveDuties(admin, admin.id(), Set.of(Duty.RUN), WHY));
        refuses(AccountRefusal.NOT_YOURSELF, () -> acts.changeRole(admin, admin.id(), Role.SELLER, WHY));
        assertThat(records.find(admin.id()).orElseThrow().duties()).isEqualTo(Duty.all());
    }

    @Test
    void ofTwoWhoTakeEachOthersAdminAtOnceOneKeepsIt() throws Exception {
        for (var round = 0; round < 5; round++) {
            var one = operator(Duty.all());
            var other = operator(Duty.all());

            assertThat(both(
                            () -> {
                                acts.giveDuties(one, other.id(), Set.of(Duty.SEE), WHY);
                                return true;
                            },
                            () -> {
                                acts.lock(other, one.id(), WHY);
                                return true;
                            }))
                    .as("acts that were done")
                    .isEqualTo(1);
        }
    }

    @Test
    void anActThatTheDatabaseEndsForADeadlockIsTriedAgain() throws Exception {
        var last = operator(Set.of(Duty.SEE));
        var seller = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);
        try (var threads = new Threads()) {
            var act = transaction.execute(status -> {
                // Of two that wait for each other the one that has written less is ended, so this one writes a lot.
                sql.sql("""
                                insert into one_time_link (token_hash, account_id, made_ms, expires_ms)
                                select concat('deadlock', seq), 1, 1, 1 from %s
                                """.formatted(NumberTable.upTo(2_000))).update();
                hold(last);
                var locking = threads.pool.submit(() -> acts.lock(admin, seller.id(), WHY));
                // Only what waits for a lock takes that long.
                await().until(() -> sql.sql("""
                                select count(*) from information_schema.processlist
                                 where info like '%account_role%' and info not like '%processlist%' and time > 0
                                """).query(Integer.class).single() == 1);
                hold(admin);
                status.setRollbackOnly();
                return locking;
            });

            Objects.requireNonNull(act).get(60, TimeUnit.SECONDS);
        }
        refuses(AccountRefusal.ACCOUNT_LOCKED, () -> authenticator.signIn(seller.username(), PASSWORD, "127.0.0.1"));
    }

    private void hold(SignedIn account) {
        sql.sql("select id from account where id = :id for update")
                .param("id", account.id().value())
                .query(Long.class)
                .single();
    }

    @Test
    void aDutyTakenStopsTheNextActWhateverTheCallerStillHolds() {
        var second = operator(Duty.all());
        var seller = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);

        acts.giveDuties(admin, second.id(), Set.of(Duty.RUN), WHY);

        assertThat(records.find(second.id()).orElseThrow().duties()).containsExactlyInAnyOrder(Duty.SEE, Duty.RUN);
        refuses(AccountRefusal.NEEDS_ADMIN, () -> acts.lock(second, seller.id(), WHY));
    }

    @Test
    void eachActNeedsAReason() {
        var seller = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);

        refuses(AccountRefusal.REASON_MISSING, () -> acts.lock(admin, seller.id(), " ab "));
        refuses(AccountRefusal.REASON_MISSING, () -> acts.lock(admin, seller.id(), "x".repeat(201)));
    }

    @Test
    void tokensOfOtherSystemsOpenWhatTheirDutiesAllowAndNothingElse() {
        var token = apiTokens.make(admin, "report", Set.of(Duty.SEE), 30);

        assertThat(ask("GET", "/api/ops/purchases/stuck", token)).isEqualTo(200);
        assertThat(ask("POST", "/api/ops/shoppers", token)).isEqualTo(403);
        assertThat(ask("GET", "/api/v1/orders", token)).as("what is for people").isEqualTo(403);
        assertThat(ask("POST", "/api/v1/account/password", token)).isEqualTo(403);
        assertThat(ask("GET", "/api/ops/purchases/stuck", token + "A")).isEqualTo(401);
        var known = apiTokens.of(admin.id()).get(0);
        assertThat(known.used()).isPresent();
        assertThat(known.duties()).containsExactly(Duty.SEE);

        apiTokens.end(admin, admin.id(), known.id());

        assertThat(ask("GET", "/api/ops/purchases/stuck", token)).isEqualTo(401);
    }

    @Test
    void aTokenHasNoDutyThatItsOwnerHasLost() {
        var second = operator(Duty.all());
        var token = apiTokens.make(second, "cron", Duty.all(), 1);
        assertThat(ask("POST", "/api/ops/shoppers", token)).isEqualTo(400);

        acts.giveDuties(admin, second.id(), Set.of(Duty.SEE), WHY);

        assertThat(ask("POST", "/api/ops/shoppers", token)).isEqualTo(403);
        assertThat(ask("GET", "/api/ops/purchases/stuck", token)).isEqualTo(200);
    }

    @Test
    void aTokenEndsByItsTime() {
        var token = apiTokens.make(admin, "short", Set.of(Duty.SEE), 1);
        assertThat(ask("GET", "/api/ops/purchases/stuck", token)).isEqualTo(200);

        sql.sql("update api_token set expires_ms = :now where account_id = :account")
                .param("now", System.currentTimeMillis() - 1)
                .param("account", admin.id().value())
                .update();

        assertThat(ask("GET", "/api/ops/purchases/stuck", token)).isEqualTo(401);
        assertThat(apiTokens.of(admin.id())).isEmpty();
        refuses(AccountRefusal.BAD_TOKEN_END, () -> apiTokens.make(admin, "long", Set.of(Duty.SEE), 367));
    }

    @Test
    void aSellersTokenOpensWhatIsForSellersAndNothingElse() {
        var seller = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);
        var token = apiTokens.make(seller, "till", Set.of(), 30);

        assertThat(ask("GET", "/api/v1/seller/orders", token)).isEqualTo(200);
        assertThat(ask("GET", "/api/v1/seller/products", token)).isEqualTo(200);
        assertThat(ask("GET", "/api/ops/orders", token)).isEqualTo(403);
        assertThat(ask("GET", "/api/v1/orders", token)).as("what is for people").isEqualTo(403);
    }

    @Test
    void whoRegistersAsSellerWaitsToBeApproved() {
        var name = "s" + ids.next();
        var seller = registration.register(name, PASSWORD, "Mei's teapots", "mei@example.com", "127.0.0.1");
        refuses(AccountRefusal.ACCOUNT_PENDING, () -> authenticator.signIn(name, PASSWORD, "127.0.0.1"));
        assertThat(records.find(seller.id()).orElseThrow().shopName()).isEqualTo("Mei's teapots");

        acts.approve(admin, seller.id(), WHY);

        assertThat(authenticator.signIn(name, PASSWORD, "127.0.0.1").role()).isEqualTo(Role.SELLER);
        refuses(AccountRefusal.ACCOUNT_CHANGED, () -> acts.decline(admin, seller.id(), WHY));
    }

    @Test
    void rolesOfWhoHasNoOrdersChange() {
        var seller = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);

        acts.changeRole(admin, seller.id(), Role.OPERATOR, WHY);

        assertThat(records.find(seller.id()).orElseThrow().duties()).containsExactly(Duty.SEE);
        assertThat(auditOf(seller.id().value())).containsExactly("ROLE_CHANGED");
    }

    private int ask(String method, String path, String token) {
        var body = method.equals("GET") ? "" : "{}";
        return new Browser(port)
                .json(method, path, body, "Authorization", "Bearer " + token)
                .statusCode();
    }

    private List<String> auditOf(long account) {
        return sql.sql("select action from operator_audit where subject = :subject order by id")
                .param("subject", "account:" + account)
                .query(String.class)
                .list();
    }

    /** How many of the two were done; the other was refused. */
    private static int both(Callable<?> one, Callable<?> other) throws Exception {
        var start = new CyclicBarrier(2);
        try (var threads = new Threads()) {
            var done = 0;
            var answers = threads.pool.invokeAll(
                    List.<Callable<Object>>of(
                            () -> {
                                start.await(30, TimeUnit.SECONDS);
                                return one.call();
                            },
                            () -> {
                                start.await(30, TimeUnit.SECONDS);
                                return other.call();
                            }),
                    60,
                    TimeUnit.SECONDS);
            for (var answer : answers) {
                try {
                    answer.get();
                    done++;
                } catch (ExecutionException refused) {
                    assertThat(refused).hasCauseInstanceOf(AccountRefused.class);
                }
            }
            return done;
        }
    }

    private SignedIn operator(Set<Duty> duties) {
        var operator = accounts.ensure("o" + ids.next(), PASSWORD, Role.OPERATOR);
        rows.giveDuties(operator.id(), duties);
        return accounts.find(operator.username()).orElseThrow();
    }

    private NewAccount invited(Role role, Set<Duty> duties) {
        return new NewAccount(new Username("i" + ids.next()), role, duties, Standing.INVITED, "", "");
    }

    private static void refuses(AccountRefusal reason, ThrowingCallable act) {
        assertThatThrownBy(act)
                .isInstanceOfSatisfying(
                        AccountRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    /** Two threads that end with the test. */
    private static final class Threads implements AutoCloseable {

        private final ExecutorService pool = Executors.newFixedThreadPool(2);

        @Override
        public void close() {
            pool.shutdownNow();
        }
    }
}
