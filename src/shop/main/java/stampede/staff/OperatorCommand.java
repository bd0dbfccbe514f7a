package stampede.staff;

import java.util.Set;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;
import stampede.account.AccountRefused;
import stampede.account.Duty;

/** The node that {@code scripts/operator} starts: makes or resets an operator, tells the one-time password, and ends. */
@Component
@ConditionalOnProperty("stampede.operator")
class OperatorCommand implements ApplicationRunner {

    private static final int REFUSED = 3;

    private final Operators operators;
    private final ApplicationContext context;
    private final String username;
    private final Set<Duty> duties;

    OperatorCommand(
            Operators operators,
            ApplicationContext context,
            @Value("${stampede.operator}") String username,
            @Value("${stampede.operator-duties:}") String duties) {
        this.operators = operators;
        this.context = context;
        this.username = username;
        this.duties = duties.isBlank() ? Duty.all() : Duty.read(duties);
    }

    /** The password goes to whoever started the command, and never into a log. */
    @Override
    public void run(ApplicationArguments arguments) {
        var status = give();
        System.exit(Math.max(status, SpringApplication.exit(context)));
    }

    private int give() {
        try {
            System.out.println("password=" + operators.give(username, duties));
            return 0;
        } catch (AccountRefused refused) {
            System.out.println("refused=" + refused.reason());
        } catch (IllegalStateException otherRole) {
            System.out.println("refused=" + otherRole.getMessage());
        }
        return REFUSED;
    }
}
