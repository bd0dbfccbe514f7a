package stampede.alert.source;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.alert.AlertFinding;
import stampede.alert.AlertRule;
import stampede.alert.AlertSource;
import stampede.alert.AlertSources;
import stampede.alert.AlertThresholdProperties;
import stampede.counter.CounterCloser;
import stampede.counter.CounterInspection;
import stampede.counter.StockView;
import stampede.inquiry.StuckPurchaseFinder;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/** What is wrong with purchases and sales. */
@Component
class SaleAlertSources implements AlertSources {

    private static final int MOST = 200;

    /** By then what opens next has to be in the counter. */
    private static final Duration WARM_BEFORE = Duration.ofMinutes(2);

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final StuckPurchaseFinder stuck;
    private final CounterCloser closing;
    private final StockLedger ledger;
    private final CounterInspection counter;
    private final AlertCountRepository counts;
    private final AlertThresholdProperties thresholds;
    private final Clock clock;

    SaleAlertSources(
            StuckPurchaseFinder stuck,
            CounterCloser closing,
            StockLedger ledger,
            CounterInspection counter,
            AlertCountRepository counts,
            AlertThresholdProperties thresholds,
            Clock clock) {
        this.stuck = stuck;
        this.closing = closing;
        this.ledger = ledger;
        this.counter = counter;
        this.counts = counts;
        this.thresholds = thresholds;
        this.clock = clock;
    }

    @Override
    public List<AlertSource> sources() {
        return List.of(
                new AlertSource(AlertRule.STUCK, this::stuck),
                new AlertSource(AlertRule.UNSETTLED, this::unsettled),
                new AlertSource(AlertRule.COLD, this::cold),
                new AlertSource(AlertRule.PURCHASE_SUCCESS, this::purchaseSuccess),
                new AlertSource(AlertRule.COMMIT_DELAY, this::commitDelay));
    }

    /** Without Redis only some of them are found: too many are too many, but too few say nothing. */
    private Optional<List<AlertFinding>> stuck() {
        var found = stuck.find(MOST);
        var over = TaskAlertSources.over(found.purchases().size(), (double) thresholds.stuck());
        return over.isEmpty() && !found.redisAnswered() ? Optional.empty() : Optional.of(over);
    }

    private Optional<List<AlertFinding>> unsettled() {
        return Optional.of(closing.due(clock.instant().minus(thresholds.unsettledAfter()), MOST).stream()
                .filter(offer -> !offer.isShadow())
                .map(offer -> new AlertFinding("offer:" + offer, 1))
                .toList());
    }

    private Optional<List<AlertFinding>> cold() {
        var now = clock.instant();
        var opening = ledger.sales(now.plus(WARM_BEFORE), now).stream()
                .filter(sale -> sale.window().opensAt().isAfter(now)
                        && !sale.isStopped()
                        && !sale.closedOut()
                        && !sale.offer().isShadow())
                .limit(MOST)
                .toList();
        var views = counter.views(opening.stream().map(SaleTerms::offer).toList());
        return Optional.of(opening.stream()
                .filter(sale -> Optional.ofNullable(views.get(sale.offer()))
                        .filter(view -> view.gate() == StockView.Gate.COLD)
                        .isPresent())
                .collect(Collectors.groupingBy(sale -> "slot:" + sale.window().opensAt(), Collectors.counting()))
                .entrySet()
                .stream()
                .map(slot -> new AlertFinding(slot.getKey(), slot.getValue().doubleValue()))
                .toList());
    }

    private Optional<List<AlertFinding>> purchaseSuccess() {
        var minute = counts.since(clock.instant().minus(MINUTE));
        if (minute.purchases() == 0) {
            return Optional.of(List.of());
        }
        var success = (double) (minute.placed() + minute.rejected()) / minute.purchases();
        return Optional.of(Stream.of(new AlertFinding("", success))
                .filter(finding -> finding.value() < thresholds.purchaseSuccess())
                .toList());
    }

    private Optional<List<AlertFinding>> commitDelay() {
        var minute = counts.since(clock.instant().minus(MINUTE));
        return Optional.of(
                minute.commits() == 0
                        ? List.of()
                        : TaskAlertSources.over(minute.delayMillis() / minute.commits(), (double)
                                thresholds.commitDelay().toMillis()));
    }
}
