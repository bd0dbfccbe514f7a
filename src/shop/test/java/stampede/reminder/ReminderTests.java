package stampede.reminder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.MessageSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.AccountDeleted;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SlotId;
import stampede.catalog.TestOffers;
import stampede.console.ConsoleBrowser;
import stampede.counter.LiveStock;
import stampede.ids.Ids;
import stampede.mail.MailAddresses;
import stampede.mail.MailText;
import stampede.mail.ShopperMail;
import stampede.mail.ShopperMailbox;
import stampede.order.Orders;
import stampede.payment.PaidOrders;
import stampede.security.PageCookies;
import stampede.setting.Settings;
import stampede.site.ShopTimes;

/** Reminders and waitlists on the real servers: once, within their bounds, and told in time. */
@StampedeTest
class ReminderTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    @Autowired
    private ReminderService reminders;

    @Autowired
    private ReminderRepository rows;

    @Autowired
    private ReminderJob job;

    @Autowired
    private UnpaidOrders unpaidOrders;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock stock;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Orders orders;

    @Autowired
    private MailAddresses mail;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Ids ids;

    @Autowired
    private Clock clock;

    @Autowired
    private ShopTimes times;

    @Autowired
    private MessageSource messages;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcClient sql;

    @Test
    void anOpeningIsToldByMailOnceWhoeverLooks() throws Exception {
        var ann = somebody();
        var address = confirmed(ann);
        var offer = known(near());
        reminders.remind(ann.id(), offer);
        reminders.remind(ann.id(), offer);

        together(4, job::tellOpenings);

        var told = ShopperMailbox.await(address, 2);
        assertThat(told.getSubject()).startsWith("Teapot opens at ");
        assertThat(ShopperMailbox.text(told)).contains("¥19.90", "/offers/" + offer);
        together(2, job::turn);
        assertThat(ShopperMailbox.of(address)).as("the confirmation and one").hasSize(2);
        assertThat(reminders.list(ann.id()))
                .singleElement()
                .matches(reminder -> reminder.told().isPresent());
    }

    /** Two hours before, when the shop's own workers do not look yet. */
    @Test
    void eachIsHandedOverOnceByManyWorkersOfWhomOneDies() {
        var offer = known(TestOffers.upcoming(offerPublishing));
        var all = IntStream.range(0, 250)
                .mapToObj(one -> new AccountId(ids.next()))
                .toList();
        all.forEach(account -> reminders.remind(account, offer));
        var sent = new ConcurrentLinkedQueue<AccountId>();
        var deaths = new AtomicInteger();
        var dying = worker((to, text) -> {
            sent.add(to);
            if (deaths.incrementAndGet() == 30) {
                throw new IllegalStateException("The worker dies");
            }
        });

        assertThatThrownBy(dying::tellOpenings).hasMessage("The worker dies");
        assertThat(told(offer)).as("nothing that it began is done").isZero();
        sent.clear();

        var working = worker((to, text) -> sent.add(to));
        together(4, working::tellOpenings);

        assertThat(sent.stream().filter(all::contains)).containsExactlyInAnyOrderElementsOf(all);
        assertThat(told(offer)).isEqualTo(250);
    }

    @Test
    void whoWaitsIsToldWithinFiveSecondsOfAUnitComingBackAndOnceForEachPress() throws Exception {
        var offer = paidOrders.open(1);
        var unpaid = paidOrders.placed(offer);
        var ann = somebody();
        var address = confirmed(ann);
        await().atMost(PATIENCE).until(() -> stock.of(offer).left() == 0);
        reminders.await(ann.id(), offer);
        assertThat(unpaidOrders.of(offer)).isEqualTo(counted(offer));
        assertThat(counted(offer)).contains(new UnpaidOrders.Tally(1, unpaid.payBy()));

        assertThat(orders.cancel(unpaid.shopper(), unpaid.id())).isTrue();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> stock.of(offer).left() == 1);
        var back = clock.instant();
        await().atMost(PATIENCE).until(() -> isTold(ann));
        assertThat(reminders.list(ann.id()).get(0).told().orElseThrow()).isBefore(back.plusSeconds(5));
        var told = ShopperMailbox.await(address, 2);
        assertThat(told.getSubject()).isEqualTo("Teapot is back on sale");
        assertThat(ShopperMailbox.text(told)).contains("Nothing is kept for you", "/offers/" + offer);
        await().atMost(PATIENCE).until(() -> unpaidOrders.of(offer).isEmpty());

        job.turn();
        assertThat(ShopperMailbox.of(address)).as("not again by itself").hasSize(2);
        assertThat(new ConsoleBrowser(port, cookies, ann).read("/account/waiting"))
                .as("the bar")
                .contains("/offers/" + offer, "is back on sale");
        reminders.await(ann.id(), offer);
        ShopperMailbox.await(address, 3);
    }

    @Test
    void anAccountHasAsManyAsItMayHoweverManyArePressedAtOnce() {
        var ann = new AccountId(ids.next());
        var over = clock.instant().plus(Duration.ofHours(1));
        for (var place = 1; place < 50; place++) {
            rows.add(reminder(ann, place, over), place, clock.millis());
        }
        var some = IntStream.range(0, 3)
                .mapToObj(one -> known(TestOffers.upcoming(offerPublishing)))
                .toList();
        var refused = new AtomicInteger();
        var next = new AtomicInteger();
        together(3, () -> {
            try {
                reminders.remind(ann, some.get(next.getAndIncrement()));
            } catch (ReminderRefused tooMany) {
                assertThat(tooMany.reason()).isEqualTo(ReminderRefusal.TOO_MANY_REMINDERS);
                refused.incrementAndGet();
            }
        });
        assertThat(refused).hasValue(2);
        assertThat(reminders.list(ann)).hasSize(50);

        sql.sql("update reminder set over_ms = 1 where account_id = :account and place < 40")
                .param("account", ann.value())
                .update();
        assertThat(reminders.remind(ann, some.get(0)).offer()).contains(some.get(0));
        rows.deleteBefore(2, 1_000);
        var mine = reminders.list(ann).get(0);
        assertThat(reminders.end(new AccountId(ids.next()), mine.id()))
                .as("somebody else")
                .isFalse();
        assertThat(reminders.end(ann, mine.id())).isTrue();
        reminders.forget(new AccountDeleted(ann));
        assertThat(reminders.list(ann)).isEmpty();
    }

    @Test
    void whatCannotBeToldIsRefusedByName() {
        var ann = new AccountId(ids.next());
        var running = known(TestOffers.running(offerPublishing, 5, 5));
        var upcoming = known(TestOffers.upcoming(offerPublishing));

        assertRefused(ReminderRefusal.OPENED_ALREADY, () -> reminders.remind(ann, running));
        assertRefused(ReminderRefusal.NOT_ON_SALE, () -> reminders.await(ann, upcoming));
        assertRefused(ReminderRefusal.NOTHING_TO_REMIND_OF, () -> reminders.remind(ann, new OfferId(Long.MAX_VALUE)));
        assertRefused(ReminderRefusal.NOTHING_TO_REMIND_OF, () -> reminders.remind(ann, new SlotId(Long.MAX_VALUE)));
    }

    @Test
    void howManyWantToBeRemindedIsCountedFromTenOn() {
        var offer = known(TestOffers.upcoming(offerPublishing));
        IntStream.range(0, 9).forEach(one -> reminders.remind(new AccountId(ids.next()), offer));
        reminders.turn();
        assertThat(reminders.count(offer)).isZero();

        reminders.remind(new AccountId(ids.next()), offer);
        reminders.turn();
        assertThat(reminders.count(offer)).isEqualTo(10);
    }

    @Test
    void onePressOnAPageSetsItAndTheCalendarTakesItWithoutAnAccount() {
        var ann = somebody();
        var offer = known(TestOffers.upcoming(offerPublishing));
        var page = "/reminders/offers/" + offer;
        var browser = new ConsoleBrowser(port, cookies, ann);
        browser.submit(page, page, Map.of());
        var slot = "/reminders/slots/" + catalog.offer(offer).orElseThrow().slot();
        browser.submit(slot, slot, Map.of());
        assertThat(reminders.list(ann.id()))
                .extracting(Reminder::offer)
                .containsExactlyInAnyOrder(Optional.of(offer), Optional.empty());
        assertThat(browser.read("/account/reminders")).contains(page + "/sale.ics", slot + "/sale.ics");

        for (var file : List.of(page, slot)) {
            var answer = browser.open(file + "/sale.ics");
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/calendar");
            assertThat(answer.body()).startsWith("BEGIN:VCALENDAR\r\n").contains("\r\nBEGIN:VALARM\r\n");
        }
    }

    private void assertRefused(ReminderRefusal reason, Runnable act) {
        assertThatThrownBy(act::run)
                .isInstanceOfSatisfying(
                        ReminderRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private ReminderJob worker(Post post) {
        var properties = new ReminderProperties(
                50, Duration.ofHours(4), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofDays(1));
        var shopperMail = new ReminderMail(post, catalog, times, messages);
        return new ReminderJob(rows, shopperMail, stock, clock, transaction, properties, new Settings());
    }

    private Reminder reminder(AccountId account, long offer, Instant over) {
        return new Reminder(
                new ReminderId(ids.next()),
                account,
                ReminderKind.OPENING,
                new SlotId(1),
                Optional.of(new OfferId(offer)),
                over,
                Optional.empty());
    }

    private Optional<UnpaidOrders.Tally> counted(OfferId offer) {
        return sql.sql("""
                select count(*) many, max(expires_at_ms) last from orders
                 where offer_id = :offer and status = 'AWAITING_PAYMENT' and holds_units = 1 having count(*) > 0
                """)
                .param("offer", offer.value())
                .query((row, number) ->
                        new UnpaidOrders.Tally(row.getInt("many"), Instant.ofEpochMilli(row.getLong("last"))))
                .optional();
    }

    private long told(OfferId offer) {
        return sql.sql("select count(*) from reminder where offer_id = :offer and told_ms is not null")
                .param("offer", offer.value())
                .query(Long.class)
                .single();
    }

    private boolean isTold(SignedIn account) {
        return reminders.list(account.id()).stream()
                .anyMatch(reminder -> reminder.told().isPresent());
    }

    private OfferId near() {
        return offerPublishing.publish(TestOffers.offer(
                TestOffers.product(offerPublishing, "Teapot"), TestOffers.nearSlot(offerPublishing), 5, 5));
    }

    private OfferId known(OfferId offer) {
        await().atMost(PATIENCE).until(() -> catalog.offer(offer).isPresent());
        return offer;
    }

    private SignedIn somebody() {
        return accounts.ensure(
                "r" + UUID.randomUUID().toString().substring(0, 18), "a long enough password", Role.SHOPPER);
    }

    private String confirmed(SignedIn account) {
        var address = account.username() + "@example.com";
        mail.want(account, address, Locale.ENGLISH);
        var link = ShopperMailbox.linkIn(ShopperMailbox.await(address, 1));
        mail.confirm(account, link.substring(link.lastIndexOf('/') + 1));
        return address;
    }

    private static void together(int many, Runnable act) {
        var failures = new ConcurrentLinkedQueue<Throwable>();
        var threads = IntStream.range(0, many).mapToObj(one -> new Thread(act)).toList();
        threads.forEach(thread -> thread.setUncaughtExceptionHandler((one, failure) -> failures.add(failure)));
        threads.forEach(Thread::start);
        threads.forEach(thread -> Uninterruptibles.joinUninterruptibly(thread, PATIENCE));
        assertThat(failures).isEmpty();
    }

    /** Takes mail in memory. */
    private interface Post extends ShopperMail {

        void take(AccountId to, MailText text);

        @Override
        default boolean isSetUp() {
            return true;
        }

        @Override
        default boolean isConfirmed(AccountId account) {
            return true;
        }

        @Override
        default boolean send(AccountId to, MailText text) {
            take(to, text);
            return true;
        }

        @Override
        default boolean send(AccountId to, MailText text, Instant until) {
            return send(to, text);
        }
    }
}
