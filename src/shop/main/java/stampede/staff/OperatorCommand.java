package stampede.staff;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;
import stampede.account.AccountRefused;

/** The node that {@code scripts/operator} starts: makes or resets an operator, tells the one-time password, and ends. */
@Component
@ConditionalOnProperty("stampede.operator")
class OperatorCommand implements ApplicationRunner {

    private static final int REFUSED = 3;

    private final Operators operators;
    private final ApplicationContext context;
    private final String username;

    OperatorCommand(Operators operators, ApplicationContext context, @Value("${stampede.operator}") String username) {
        this.operators = operators;
        this.context = context;
        this.username = username;
    }

    /** The password goes to whoever started the command, and never into a log. */
    @Override
    public void run(ApplicationArguments arguments) {
        var status = give();
        System.exit(Math.max(status, SpringApplication.exit(context)));
    }

    private int give() {
        try {
            System.out.println("password=" + operators.give(username));
            return 0;
        } catch (AccountRefused refused) {
            System.out.println("refused=" + refused.reason());
        } catch (IllegalStateException otherRole) {
            System.out.println("refused=" + otherRole.getMessage());
        }
        return REFUSED;
    }
}
