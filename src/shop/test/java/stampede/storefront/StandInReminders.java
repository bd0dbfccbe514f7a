package stampede.storefront;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import stampede.account.AccountId;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;
import stampede.reminder.Reminder;
import stampede.reminder.ReminderId;
import stampede.reminder.ReminderKind;
import stampede.reminder.ReminderRefusal;
import stampede.reminder.ReminderRefused;
import stampede.reminder.Reminders;
import stampede.reminder.UnpaidOrders;

/** Reminders in memory, and as many unpaid orders as a test says. */
public final class StandInReminders implements Reminders, UnpaidOrders {

    private static final int MOST = 3;

    final Map<OfferId, Tally> unpaid = new ConcurrentHashMap<>();
    final Map<OfferId, Integer> counts = new ConcurrentHashMap<>();
    final List<Reminder> all = new CopyOnWriteArrayList<>();
    private final AtomicLong ids = new AtomicLong();
    private final Catalog catalog;
    private final Clock clock;

    StandInReminders(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    @Override
    public Optional<Tally> of(OfferId offer) {
        return Optional.ofNullable(unpaid.get(offer));
    }

    @Override
    public List<Reminder> list(AccountId account) {
        return all.stream()
                .filter(reminder ->
                        reminder.account().equals(account) && reminder.over().isAfter(clock.instant()))
                .toList();
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
        var offer = catalog.offer(id).orElseThrow();
        return add(
                account,
                ReminderKind.OPENING,
                offer.slot(),
                Optional.of(id),
                offer.window().opensAt());
    }

    @Override
    public Reminder remind(AccountId account, SlotId slot) {
        return add(
                account,
                ReminderKind.OPENING,
                slot,
                Optional.empty(),
                catalog.slot(slot).orElseThrow().window().opensAt());
    }

    @Override
    public Reminder await(AccountId account, OfferId id) {
        var offer = catalog.offer(id).orElseThrow();
        return add(
                account,
                ReminderKind.BACK,
                offer.slot(),
                Optional.of(id),
                offer.window().closesAt());
    }

    @Override
    public boolean end(AccountId account, ReminderId id) {
        return all.removeIf(
                reminder -> reminder.id().equals(id) && reminder.account().equals(account));
    }

    @Override
    public int count(OfferId offer) {
        return counts.getOrDefault(offer, 0);
    }

    /** A reminder of an opening at whatever time, whatever the offer says. */
    void remind(AccountId account, OfferId offer, Instant opening) {
        add(account, ReminderKind.OPENING, StandInShop.UPCOMING, Optional.of(offer), opening);
    }

    private Reminder add(AccountId account, ReminderKind kind, SlotId slot, Optional<OfferId> offer, Instant over) {
        if (list(account).size() >= MOST) {
            throw new ReminderRefused(ReminderRefusal.TOO_MANY_REMINDERS);
        }
        var added =
                new Reminder(new ReminderId(ids.incrementAndGet()), account, kind, slot, offer, over, Optional.empty());
        all.add(added);
        return added;
    }
}
