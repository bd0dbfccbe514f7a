package stampede.alert.source;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import stampede.alert.AlertFinding;
import stampede.alert.AlertRule;
import stampede.alert.AlertSource;
import stampede.alert.AlertSources;
import stampede.books.BooksCheck;
import stampede.books.BooksReport;
import stampede.books.BooksResult;
import stampede.books.BooksResultRepository;
import stampede.pastsale.PastSale;
import stampede.pastsale.PastSaleRepository;
import stampede.paymentadmin.PaymentAdmin;
import stampede.paymentadmin.Reconciliation;
import stampede.setting.Settings;

/**
 * What is wrong with books, money and settings. Books are judged by their last check; one that found rules broken is made again soon,
 * a few at a time, whether or not anybody else still looks at that offer, so that it does not fire longer than it is true.
 */
@Component
class BooksAlertSources implements AlertSources {

    private static final Logger log = LoggerFactory.getLogger(BooksAlertSources.class);

    private static final int MOST = 200;

    /** As far back as the page of all books goes. */
    private static final Duration LATELY = Duration.ofDays(2);

    private static final Duration FRESH = Duration.ofSeconds(20);
    private static final int CHECKED_AT_A_TIME = 5;

    private final BooksResultRepository results;
    private final BooksCheck check;
    private final PastSaleRepository past;
    private final PaymentAdmin payments;
    private final Settings settings;
    private final Executor threads;
    private final Clock clock;
    private final AtomicBoolean checking = new AtomicBoolean();

    BooksAlertSources(
            BooksResultRepository results,
            BooksCheck check,
            PastSaleRepository past,
            PaymentAdmin payments,
            Settings settings,
            @Qualifier("applicationTaskExecutor") Executor threads,
            Clock clock) {
        this.results = results;
        this.check = check;
        this.past = past;
        this.payments = payments;
        this.settings = settings;
        this.threads = threads;
        this.clock = clock;
    }

    @Override
    public List<AlertSource> sources() {
        return List.of(
                new AlertSource(AlertRule.DRIFT, this::drift),
                new AlertSource(AlertRule.BOOKS, this::broken),
                new AlertSource(AlertRule.MONEY, this::money),
                new AlertSource(AlertRule.SETTINGS, this::settings));
    }

    private Optional<List<AlertFinding>> drift() {
        return Optional.of(brokenOnes().stream()
                .filter(result -> result.verdict() == BooksReport.Verdict.BROKEN
                        && result.figures().drift() != 0)
                .map(result -> new AlertFinding(
                        "offer:" + result.offer(), Math.abs(result.figures().drift())))
                .toList());
    }

    private Optional<List<AlertFinding>> broken() {
        var now = clock.instant();
        var broken = brokenOnes();
        if (checking.compareAndSet(false, true)) {
            threads.execute(() -> checkAgain(broken, now));
        }
        var lately = broken.stream().map(BooksResult::offer).collect(Collectors.toSet());
        return Optional.of(Stream.concat(
                        broken.stream().map(result -> new AlertFinding("offer:" + result.offer(), result.broken())),
                        past.faulty(MOST).stream()
                                .map(PastSale::offer)
                                .filter(Predicate.not(lately::contains))
                                .map(offer -> new AlertFinding("offer:" + offer, 1)))
                .toList());
    }

    private List<BooksResult> brokenOnes() {
        return results.since(clock.instant().minus(LATELY), 0, MOST).stream()
                .filter(result -> result.broken() > 0)
                .toList();
    }

    private void checkAgain(List<BooksResult> broken, Instant now) {
        try {
            broken.stream()
                    .filter(result -> result.checkedAt().isBefore(now.minus(FRESH)))
                    .sorted(Comparator.comparing(BooksResult::checkedAt))
                    .limit(CHECKED_AT_A_TIME)
                    .forEach(result -> results.save(check.check(result.offer())));
        } catch (RuntimeException failure) {
            log.debug("Books were not checked again", failure);
        } finally {
            checking.set(false);
        }
    }

    private Optional<List<AlertFinding>> money() {
        var waiting = payments.waiting();
        var differences = payments.reconciliations(1).stream()
                .mapToInt(Reconciliation::found)
                .sum();
        return Optional.of(Stream.of(
                        new AlertFinding("kind:refunds-stuck", (double) waiting.stuck()),
                        new AlertFinding("kind:notifications", (double) waiting.mismatched()),
                        new AlertFinding("kind:bill", differences))
                .filter(finding -> finding.value() > 0)
                .toList());
    }

    private Optional<List<AlertFinding>> settings() {
        return Optional.of(settings.all().stream()
                .filter(setting -> setting.spoiled().isPresent())
                .map(setting ->
                        new AlertFinding("setting:" + setting.declaration().name(), 1))
                .toList());
    }
}
