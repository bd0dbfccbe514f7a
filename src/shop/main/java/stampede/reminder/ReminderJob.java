package stampede.reminder;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Looks for what is to be told now and has it told. Every worker looks: rows are locked, marked and handed to tasks in one transaction,
 * so each is handed over once, whichever of them dies. The counter says when units are back, whatever brought them: an order that
 * was closed, a purchase that came to nothing, an operator who added some.
 */
@Component
@OnRole(NodeRole.WORKER)
class ReminderJob {

    private static final Logger log = LoggerFactory.getLogger(ReminderJob.class);

    /** In one transaction. */
    private static final int TOGETHER = 100;

    private final ReminderRepository rows;
    private final ReminderMail mail;
    private final LiveStock stock;
    private final Clock clock;
    private final TransactionTemplate transaction;
    private final Setting<Duration> before;

    ReminderJob(
            ReminderRepository rows,
            ReminderMail mail,
            LiveStock stock,
            Clock clock,
            TransactionTemplate transaction,
            ReminderProperties properties,
            Settings settings) {
        this.rows = rows;
        this.mail = mail;
        this.stock = stock;
        this.clock = clock;
        this.transaction = transaction;
        this.before = settings.declare(SettingDeclaration.duration(
                "reminder.mail-before",
                properties,
                ReminderProperties::mailBefore,
                Duration.ofMinutes(1),
                Duration.ofHours(24)));
    }

    /** Without the database there is nothing to be told; the next turn looks again. */
    @Scheduled(fixedDelayString = "${stampede.reminder.look-every:1s}")
    void turn() {
        try {
            tellOpenings();
            rows.findAwaited(clock.millis()).stream().filter(this::isBack).forEach(this::tellWaiting);
        } catch (DataAccessException | TransactionException away) {
            log.debug("Nobody is told for now", away);
        }
    }

    /** Tells of each opening that is near. */
    void tellOpenings() {
        var now = clock.millis();
        var until = now + before.value().toMillis();
        List<Long> told;
        do {
            told = transaction.execute(status -> tell(rows.lockOpenings(now, until, TOGETHER), now));
        } while (told != null && told.size() == TOGETHER);
    }

    /** Tells all who wait for the offer. */
    void tellWaiting(OfferId offer) {
        var now = clock.millis();
        List<Long> told;
        do {
            told = transaction.execute(status -> tell(rows.lockWaiting(offer, now, TOGETHER), now));
        } while (told != null && told.size() == TOGETHER);
    }

    private boolean isBack(OfferId offer) {
        var view = stock.of(offer);
        return view.gate() == StockView.Gate.OPEN && view.left() > 0;
    }

    private List<Long> tell(List<Long> ids, long now) {
        if (!ids.isEmpty()) {
            rows.setTold(ids, now);
            rows.find(ids).forEach(mail::send);
        }
        return ids;
    }
}
