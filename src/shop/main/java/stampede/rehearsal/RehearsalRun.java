package stampede.rehearsal;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import stampede.purchase.BotPasses;

/** Plays one rehearsal from its check to its verdict, on the thread of its task. */
@Component
class RehearsalRun {

    private static final Logger log = LoggerFactory.getLogger(RehearsalRun.class);

    /** After this it stops itself; the shadow's sale and the bots' passes end a little later. */
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private static final Duration PASSES_LAST = Duration.ofMinutes(4);

    private final RehearsalRepository rows;
    private final ReadinessCheck readiness;
    private final ShadowSale sale;
    private final RehearsalMeasure measure;
    private final RehearsalWatch.Sources watched;
    private final RehearsalTarget target;
    private final BotPasses passes;
    private final Clock clock;

    RehearsalRun(
            RehearsalRepository rows,
            ReadinessCheck readiness,
            ShadowSale sale,
            RehearsalMeasure measure,
            RehearsalWatch.Sources watched,
            RehearsalTarget target,
            BotPasses passes,
            Clock clock) {
        this.rows = rows;
        this.readiness = readiness;
        this.sale = sale;
        this.measure = measure;
        this.watched = watched;
        this.target = target;
        this.passes = passes;
        this.clock = clock;
    }

    /** Plays it, however it ends, and writes that down. */
    void play(Rehearsal rehearsal) throws InterruptedException {
        var end = stopped(StopReason.DIED);
        try {
            end = end(rehearsal);
        } catch (RuntimeException fault) {
            log.warn("Rehearsal {} could not go on", rehearsal.id(), fault);
            end = stopped(StopReason.FAULT);
        } finally {
            sale.close(rehearsal);
            rows.end(rehearsal.id(), end);
        }
    }

    private Rehearsal.End end(Rehearsal rehearsal) throws InterruptedException {
        var found = readiness.checkWithPatience(rehearsal.plan().offer());
        var notPlayed = RehearsalReport.notPlayed(found);
        if (notPlayed.unmet().isPresent()) {
            return ended(notPlayed);
        }
        var shop = target.find();
        if (shop.isEmpty()) {
            log.warn("Bots do not know where the shop is: set stampede.rehearsal.target");
            return stopped(StopReason.NOT_PREPARED);
        }
        var now = clock.instant();
        var crowd = new BotCrowd(shop.get(), passes, rehearsal, now.plus(PASSES_LAST), target.connections());
        try (var watch = new RehearsalWatch(
                watched, rehearsal, now.plus(LONGEST), () -> crowd.counts().failedLooks())) {
            watch.start();
            return end(rehearsal, shop.get(), found, crowd, watch);
        }
    }

    private Rehearsal.End end(
            Rehearsal rehearsal, URI shop, List<ReadinessFinding> found, BotCrowd crowd, RehearsalWatch watch)
            throws InterruptedException {
        rows.step(rehearsal.id(), RehearsalStep.PREPARE);
        if (!sale.open(rehearsal, clock.instant().plus(PASSES_LAST), watch::isStopped)) {
            return stopped(watch.stop().orElse(StopReason.NOT_PREPARED));
        }
        rows.step(rehearsal.id(), RehearsalStep.LOOK);
        var since = clock.instant();
        crowd.play(watch::isStopped, () -> rows.step(rehearsal.id(), RehearsalStep.PRESS));
        rows.step(rehearsal.id(), RehearsalStep.DRAIN);
        var drained = measure.drain(rehearsal, crowd.counts(), watch::isStopped);
        rows.step(rehearsal.id(), RehearsalStep.BOOKS);
        var broken = measure.brokenRules(rehearsal, watch::isStopped);
        if (watch.isStopped()) {
            return stopped(watch.stop().orElseThrow());
        }
        rows.step(rehearsal.id(), RehearsalStep.VERDICT);
        return ended(new RehearsalReport(
                measure.figures(rehearsal, crowd.counts(), since, drained, broken, found),
                broken,
                isCold(),
                RehearsalTarget.isThisMachine(shop),
                found));
    }

    private Rehearsal.End ended(RehearsalReport report) {
        return new Rehearsal.End(clock.instant(), report.verdict(), Optional.empty(), Optional.of(report));
    }

    /** What a node does for the first time it does slowly. */
    private boolean isCold() {
        return !rows.anyPlayedSince(
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()));
    }

    private Rehearsal.End stopped(StopReason why) {
        return new Rehearsal.End(clock.instant(), RehearsalVerdict.STOPPED, Optional.of(why), Optional.empty());
    }
}
