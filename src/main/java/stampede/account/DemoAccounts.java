package stampede.account;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Opens one account per role to try the shop with; their password is no secret, so the start is refused if production is active as well. */
@Component
@Profile("demo")
@Order(0)
class DemoAccounts implements ApplicationRunner {

    private static final String PASSWORD = "stampede-demo";

    private final Accounts accounts;

    DemoAccounts(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        accounts.ensure("shopper", PASSWORD, Role.SHOPPER);
        accounts.ensure("shopper2", PASSWORD, Role.SHOPPER);
        accounts.ensure("seller", PASSWORD, Role.SELLER);
        accounts.ensure("operator", PASSWORD, Role.OPERATOR);
    }
}
