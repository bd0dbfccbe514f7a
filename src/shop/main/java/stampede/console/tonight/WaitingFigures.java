package stampede.console.tonight;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import org.springframework.stereotype.Component;
import stampede.account.Duty;
import stampede.books.BooksResultRepository;
import stampede.console.tonight.Figure.Count;
import stampede.draft.OfferDrafts;
import stampede.inquiry.StuckPurchaseFinder;
import stampede.paymentadmin.PaymentAdmin;
import stampede.paymentadmin.WaitingMoney;
import stampede.sale.PauseRequests;
import stampede.staff.AccountRecords;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** What waits for a person: each figure counts what the page behind it lists. */
@Component
class WaitingFigures {

    private static final int MOST = 10_000;

    /** As many stuck purchases as their page shows. */
    private static final int MOST_STUCK = 200;

    /** As far back as the page of all books goes. */
    private static final Duration BOOKS = Duration.ofDays(2);

    private final PaymentAdmin payments;
    private final DeadTasks dead;
    private final StuckPurchaseFinder stuck;
    private final BooksResultRepository books;
    private final AccountRecords accounts;
    private final OfferDrafts drafts;
    private final PauseRequests pauses;
    private final Clock clock;

    WaitingFigures(
            PaymentAdmin payments,
            DeadTasks dead,
            StuckPurchaseFinder stuck,
            BooksResultRepository books,
            AccountRecords accounts,
            OfferDrafts drafts,
            PauseRequests pauses,
            Clock clock) {
        this.payments = payments;
        this.dead = dead;
        this.stuck = stuck;
        this.books = books;
        this.accounts = accounts;
        this.drafts = drafts;
        this.pauses = pauses;
        this.clock = clock;
    }

    List<FigureSource> sources() {
        return List.of(
                money("refunds-asked", "/console/payments/refunds?is=ASKED", WaitingMoney::asked),
                money("refunds-stuck", "/console/payments/refunds?is=STUCK", WaitingMoney::stuck),
                new FigureSource(
                        "dead-tasks",
                        "/console/archive?state=UNDECIDED",
                        () -> Count.upTo(MOST, dead.count(DeadTask.Status.DEAD, MOST))),
                new FigureSource("stuck-purchases", "/console/purchases", this::stuck),
                new FigureSource(
                        "broken-books",
                        "/console/books",
                        () -> Count.of(books.countBrokenSince(clock.instant().minus(BOOKS)))),
                new FigureSource(
                        "offers-pending", "/console/offers?state=PENDING", () -> Count.of(drafts.countPending())),
                new FigureSource(
                        "pauses-asked", "/console/offers/pause-requests", () -> Count.of(pauses.countWaiting())),
                new FigureSource(
                        "sellers-pending",
                        "/console/accounts?state=PENDING",
                        Duty.ADMIN,
                        () -> Count.upTo(MOST, accounts.countPending(MOST))));
    }

    private FigureSource money(String name, String path, ToLongFunction<WaitingMoney> figure) {
        return new FigureSource(name, path, () -> Count.of(figure.applyAsLong(payments.waiting())));
    }

    /** Without Redis only those are known that have a row. */
    private Count stuck() {
        var found = stuck.find(MOST_STUCK);
        var number = found.purchases().size();
        return new Count(number, number >= MOST_STUCK || !found.redisAnswered());
    }
}
