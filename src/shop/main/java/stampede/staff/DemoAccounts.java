package stampede.staff;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import stampede.account.Account;
import stampede.account.AccountRepository;
import stampede.account.Accounts;
import stampede.account.JdbcAccountRepository;
import stampede.account.QueuedPasswordHasher;
import stampede.account.Role;
import stampede.account.password.PasswordHashingQueue.Lane;
import stampede.support.WrongSetup;

/**
 * Opens one account per role to try the shop with. Everybody knows their password, unless another is set, which a shop that the
 * internet reaches must do. {@link DemoAccountLock} closes them in production.
 */
@Component
@Profile("demo")
@Order(0)
class DemoAccounts implements ApplicationRunner {

    static final String KNOWN_PASSWORD = "stampede-demo";

    static final Map<String, Role> ALL =
            Map.of("shopper", Role.SHOPPER, "shopper2", Role.SHOPPER, "seller", Role.SELLER, "operator", Role.OPERATOR);

    private final Accounts accounts;
    private final AccountRepository repository;
    private final JdbcAccountRepository rows;
    private final QueuedPasswordHasher hashes;
    private final String password;

    DemoAccounts(
            Accounts accounts,
            AccountRepository repository,
            JdbcAccountRepository rows,
            QueuedPasswordHasher hashes,
            @Value("${stampede.account.demo-password:" + KNOWN_PASSWORD + "}") String password,
            @Value("${stampede.payment.public-url:}") String publicUrl) {
        if (password.equals(KNOWN_PASSWORD) && isReachedFromElsewhere(publicUrl)) {
            throw new WrongSetup(
                    "STAMPEDE_PUBLIC_URL says that others reach this shop, and everybody knows the password of its demo accounts.",
                    "Set STAMPEDE_DEMO_PASSWORD to another one; scripts/up does so by itself.");
        }
        this.accounts = accounts;
        this.repository = repository;
        this.rows = rows;
        this.hashes = hashes;
        this.password = password;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        ALL.forEach(this::open);
    }

    /** An account that is there from another start may have had another password. */
    private void open(String username, Role role) {
        var account = accounts.ensure(username, password, role);
        var hash = repository.findByUsername(username).map(Account::passwordHash);
        if (!hashes.matches(password, hash, Lane.KNOWN)) {
            rows.setPassword(account.id(), hashes.ofGiven(password));
        }
    }

    /** Whatever is not surely this machine counts as elsewhere. */
    static boolean isReachedFromElsewhere(String publicUrl) {
        if (publicUrl.isBlank()) {
            return false;
        }
        var host = Optional.ofNullable(URI.create(publicUrl.strip()).getHost()).orElse("");
        return !host.equals("localhost") && !host.equals("[::1]") && !host.matches("127(\\.[0-9]{1,3}){3}");
    }
}
