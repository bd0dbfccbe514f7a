package stampede.demo;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.ids.Ids;
import stampede.task.Tasks;

/** Has more of the demonstration made, in the background. Audited. */
@Component
@Profile("demo")
public class DemoWishes {

    private final AuditLog audit;
    private final Tasks tasks;
    private final Ids ids;
    private final TransactionTemplate transaction;

    DemoWishes(AuditLog audit, Tasks tasks, Ids ids, TransactionTemplate transaction) {
        this.audit = audit;
        this.tasks = tasks;
        this.ids = ids;
        this.transaction = transaction;
    }

    /** Numbers that are too high are the most there may be; there are no more offers than products times slots. */
    public void ask(SignedIn by, int products, int offers, int slots, int shoppers) {
        var wanted = new MakeDemoData(
                Long.toString(ids.next()),
                within(products, MakeDemoData.MOST_PRODUCTS),
                within(offers, MakeDemoData.MOST_OFFERS),
                Math.max(1, within(slots, MakeDemoData.MOST_SLOTS)),
                within(shoppers, MakeDemoData.MOST_SHOPPERS));
        transaction.executeWithoutResult(status -> {
            audit.write(
                    by.who(), "DEMO_DATA_ASKED", "demo:" + wanted.run(), new AuditLog.Change("", wanted.words()), "");
            tasks.send(wanted);
        });
    }

    private static int within(int number, int most) {
        return Math.max(0, Math.min(number, most));
    }
}
