package stampede.rehearsal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.refusal.RefusalException;
import stampede.stock.SaleTerms;

/**
 * Small rehearsals before slots in which much is sold, for which nobody asks, so that each node has done once what the sale wants of it. They
 * are as others are, but for one rule: none begins beside a sale, and they may begin until eleven minutes before one opens.
 */
@Component
class SlotRehearsals {

    /** Who asked, as pages say it. */
    static final String WHO = "slot";

    private static final Logger log = LoggerFactory.getLogger(SlotRehearsals.class);

    private static final int MANY_UNITS = 1_000;
    private static final int BOTS = 200;

    /** A minute in which it presses, before it would have to stop. */
    private static final Duration LAST_START = RealSales.BEFORE_OPENING.plusMinutes(1);

    /** Whoever looks each minute looks at least once between this and the last start. */
    private static final Duration FIRST_START = RealSales.BEFORE_OPENING.plusMinutes(3);

    private final Rehearsals rehearsals;
    private final RealSales sales;
    private final RehearsalProperties properties;
    private final TransactionTemplate transaction;
    private final Clock clock;

    SlotRehearsals(
            Rehearsals rehearsals,
            RealSales sales,
            RehearsalProperties properties,
            TransactionTemplate transaction,
            Clock clock) {
        this.rehearsals = rehearsals;
        this.sales = sales;
        this.properties = properties;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Begins one if it is wanted and due, unless there was one, whoever asked for it, since the slot was so near. */
    void play() {
        if (properties.beforeSlots() && rehearsals.newest(FIRST_START).isEmpty()) {
            due(clock.instant()).ifPresent(this::begin);
        }
    }

    /** What is to be played now; empty unless a slot with many units is as near as that, and no sale is nearer. */
    Optional<RehearsalPlan> due(Instant now) {
        return sales.near(now, LAST_START).isEmpty()
                ? sales.largest(now, FIRST_START)
                        .filter(sale -> sale.total() > MANY_UNITS)
                        .map(SlotRehearsals::plan)
                : Optional.empty();
    }

    private static RehearsalPlan plan(SaleTerms sale) {
        return new RehearsalPlan(
                sale.offer(),
                BOTS,
                1,
                RehearsalCurve.RAMP,
                Math.min(sale.total(), RehearsalPlan.MOST_UNITS),
                RehearsalPlan.USUAL_SECONDS,
                false);
    }

    private void begin(RehearsalPlan plan) {
        try {
            transaction.executeWithoutResult(status -> rehearsals.begin(WHO, plan));
        } catch (RefusalException refused) {
            log.info("There is no rehearsal before the sale of offer {}: {}", plan.offer(), refused.reason());
        }
    }
}
