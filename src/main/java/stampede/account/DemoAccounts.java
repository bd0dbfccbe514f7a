package stampede.account;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;
import stampede.support.WrongSetup;

/** Opens one account per role to try the shop with; their password is no secret, so never in production. */
@Component
@Profile("demo")
@Order(0)
class DemoAccounts implements ApplicationRunner {

    private static final String PASSWORD = "stampede-demo";

    private final Accounts accounts;

    DemoAccounts(Accounts accounts, Environment environment) {
        if (environment.acceptsProfiles(Profiles.of("production"))) {
            throw new WrongSetup(
                    "The profiles demo and production are both active, and demo accounts have a password that everybody knows.",
                    "Leave one of them out of SPRING_PROFILES_ACTIVE.");
        }
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
