package stampede.reminder;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountDeleted;
import stampede.account.AccountId;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.ids.Ids;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;
import stampede.support.DeadlockRetry;

/** Reminders in the database. */
@Service
class ReminderService implements Reminders {

    private static final Logger log = LoggerFactory.getLogger(ReminderService.class);

    /** No setting lets an account have more. */
    static final int MOST = 500;

    /** Fewer are nobody's business. */
    private static final int LEAST_SHOWN = 10;

    /** Two presses at once want the same place; more than a few at once is no person. */
    private static final int MOST_TRIES = 5;

    private final ReminderRepository rows;
    private final Catalog catalog;
    private final Ids ids;
    private final Clock clock;
    private final TransactionTemplate transaction;
    private final Setting<Integer> most;
    private volatile Map<OfferId, Integer> counts = Map.of();

    ReminderService(
            ReminderRepository rows,
            Catalog catalog,
            Ids ids,
            Clock clock,
            TransactionTemplate transaction,
            ReminderProperties properties,
            Settings settings) {
        this.rows = rows;
        this.catalog = catalog;
        this.ids = ids;
        this.clock = clock;
        this.transaction = transaction;
        this.most = settings.declare(SettingDeclaration.whole(
                "reminder.most-per-account", properties, ReminderProperties::mostPerAccount, 1, MOST));
    }

    @Override
    public List<Reminder> list(AccountId account) {
        return rows.list(account, clock.millis());
    }

    @Override
    public List<Reminder> list(AccountId account, OfferId offer) {
        return list(account).stream()
                .filter(reminder -> reminder.offer().equals(Optional.of(offer)))
                .toList();
    }

    @Override
    public List<Reminder> list(AccountId account, SlotId slot) {
        return list(account).stream()
                .filter(reminder ->
                        reminder.offer().isEmpty() && reminder.slot().equals(slot))
                .toList();
    }

    @Override
    public Reminder remind(AccountId account, OfferId id) {
        var offer = offer(id);
        return add(reminder(account, ReminderKind.OPENING, offer.slot(), Optional.of(id), opening(offer.window())));
    }

    @Override
    public Reminder remind(AccountId account, SlotId id) {
        var slot = catalog.slot(id)
                .filter(known -> !known.isOfCoupons())
                .map(Slot::window)
                .orElseThrow(() -> new ReminderRefused(ReminderRefusal.NOTHING_TO_REMIND_OF));
        return add(reminder(account, ReminderKind.OPENING, id, Optional.empty(), opening(slot)));
    }

    @Override
    public Reminder await(AccountId account, OfferId id) {
        var offer = offer(id);
        if (offer.window().phaseAt(clock.instant()) != SaleWindow.Phase.OPEN) {
            throw new ReminderRefused(ReminderRefusal.NOT_ON_SALE);
        }
        return add(reminder(
                account,
                ReminderKind.BACK,
                offer.slot(),
                Optional.of(id),
                offer.window().closesAt()));
    }

    @Override
    public boolean end(AccountId account, ReminderId reminder) {
        return rows.delete(account, reminder);
    }

    @Override
    public int count(OfferId offer) {
        return counts.getOrDefault(offer, 0);
    }

    /** While the database is away an older count stays. */
    @Scheduled(fixedDelayString = "${stampede.reminder.count-every:20s}")
    void turn() {
        try {
            counts = Map.copyOf(rows.count(clock.millis(), LEAST_SHOWN));
        } catch (DataAccessException away) {
            log.debug("Reminders are not counted for now", away);
        }
    }

    @EventListener
    void forget(AccountDeleted gone) {
        rows.delete(gone.account());
    }

    private Reminder reminder(
            AccountId account, ReminderKind kind, SlotId slot, Optional<OfferId> offer, Instant over) {
        return new Reminder(new ReminderId(ids.next()), account, kind, slot, offer, over, Optional.empty());
    }

    private Offer offer(OfferId id) {
        return catalog.offer(id)
                .filter(offer -> !offer.isCoupon())
                .orElseThrow(() -> new ReminderRefused(ReminderRefusal.NOTHING_TO_REMIND_OF));
    }

    private Instant opening(SaleWindow window) {
        if (!window.opensAt().isAfter(clock.instant())) {
            throw new ReminderRefused(ReminderRefusal.OPENED_ALREADY);
        }
        return window.opensAt();
    }

    /** Keys of the table keep two presses at once from spoiling it; the one that comes second looks again. */
    private Reminder add(Reminder wanted) {
        for (var tried = 1; ; tried++) {
            try {
                return DeadlockRetry.run(() -> Objects.requireNonNull(transaction.execute(status -> addOnce(wanted))));
            } catch (DuplicateKeyException meanwhile) {
                if (tried == MOST_TRIES) {
                    throw meanwhile;
                }
            }
        }
    }

    private Reminder addOnce(Reminder wanted) {
        var account = wanted.account();
        var now = clock.millis();
        rows.deleteOver(account, now);
        var taken = rows.lockPlaces(account);
        var same = rows.list(account, now).stream()
                .filter(known -> known.kind() == wanted.kind()
                        && known.slot().equals(wanted.slot())
                        && known.offer().equals(wanted.offer()))
                .findFirst();
        if (same.isPresent()) {
            if (wanted.kind() == ReminderKind.BACK) {
                rows.askAgain(same.get().id());
            }
            return same.get();
        }
        if (taken.size() >= most.value()) {
            throw new ReminderRefused(ReminderRefusal.TOO_MANY_REMINDERS);
        }
        var free = IntStream.rangeClosed(1, MOST)
                .filter(place -> !taken.contains(place))
                .findFirst()
                .orElseThrow();
        rows.add(wanted, free, now);
        return wanted;
    }
}
