package stampede.pulse.live;

import static java.util.stream.Collectors.groupingBy;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.audit.AuditSearchRepository;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.pulse.PulseReader;
import stampede.pulse.PulseStore;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/**
 * The offers that somebody looks at on this node. However many look, each server is asked once a second for all offers together; while
 * nobody looks, none is.
 */
@Component
class LiveFeeds {

    private static final Logger log = LoggerFactory.getLogger(LiveFeeds.class);

    /** A second is told when it is so old: all nodes have told theirs then. */
    static final long BEHIND_S = 2;

    /** After so long without anybody an offer is forgotten. */
    private static final Duration UNUSED = Duration.ofSeconds(30);

    private static final int MOST_FEEDS = 300;

    /** What this node missed for longer, such as while Redis was away, stays a gap. */
    private static final int MOST_TO_CATCH_UP = 30;

    private static final int MOST_ACTS = 100;

    private final PulseReader pulse;
    private final PulseStore nodes;
    private final LiveStock stock;
    private final StockLedger ledger;
    private final AuditSearchRepository audit;
    private final LiveQueues queues;
    private final LiveStreams streams;
    private final Clock clock;
    private final Map<OfferId, LiveFeed> feeds = new ConcurrentHashMap<>();
    private @Nullable Set<String> seenNodes;

    LiveFeeds(
            PulseReader pulse,
            PulseStore nodes,
            LiveStock stock,
            StockLedger ledger,
            AuditSearchRepository audit,
            LiveQueues queues,
            LiveStreams streams,
            Clock clock) {
        this.pulse = pulse;
        this.nodes = nodes;
        this.stock = stock;
        this.ledger = ledger;
        this.audit = audit;
        this.queues = queues;
        this.streams = streams;
        this.clock = clock;
    }

    /**
     * The last ten minutes of an offer, which go on as long as somebody asks for them.
     *
     * @return empty if the ledger has no such offer
     * @throws DataAccessException if nobody looked at it before and a server does not answer
     */
    Optional<LiveFeed> of(OfferId offer) {
        var known = feeds.get(offer);
        if (known != null) {
            known.touch();
            return Optional.of(known);
        }
        return ledger.terms(offer).map(terms -> {
            var made = make(offer, terms);
            var other = feeds.size() < MOST_FEEDS ? feeds.putIfAbsent(offer, made) : null;
            return other == null ? made : other;
        });
    }

    /** Ten minutes and no more, however long ago it opened. */
    private LiveFeed make(OfferId offer, SaleTerms terms) {
        var until = now() - BEHIND_S + 1;
        var past = pulse.past(offer, until - PulseReader.MOST_SECONDS, until);
        var feed = new LiveFeed(past.fromS() - 1);
        var t = past.fromS();
        for (var counts : past.seconds()) {
            var second = LiveSecond.of(t, counts);
            feed.add(t == until - 1 ? second.with(stock.of(offer), terms) : second);
            t++;
        }
        nodes.deaths(now()).forEach(death -> feed.mark(new LiveMark(death, LiveMark.Kind.NODE_WENT)));
        past.gaps().forEach(minute -> feed.mark(new LiveMark(minute, LiveMark.Kind.INCOMPLETE)));
        markWindow(feed, terms);
        markActs(Map.of(offer, feed));
        return feed;
    }

    /** Tells every feed its next second. */
    @Scheduled(fixedDelayString = "${stampede.pulse.look-every:1s}")
    void look() {
        feeds.values().removeIf(feed -> feed.unusedNanos() > UNUSED.toNanos());
        if (feeds.isEmpty()) {
            seenNodes = null;
            return;
        }
        var some = Map.copyOf(feeds);
        try {
            markNodes(some.values());
            tellSeconds(some);
            markActs(some);
        } catch (DataAccessException away) {
            log.debug("Live pages wait for a server: {}", away.getMessage());
        }
    }

    private void tellSeconds(Map<OfferId, LiveFeed> some) {
        var terms = ledger.terms(some.keySet());
        terms.forEach((offer, found) -> markWindow(some.get(offer), found));
        var until = now() - BEHIND_S;
        var count = seenNodes == null ? 0 : seenNodes.size();
        var due = new TreeMap<Long, Set<OfferId>>();
        some.forEach((offer, feed) -> {
            for (var t = Math.max(feed.last() + 1, until - MOST_TO_CATCH_UP); t <= until; t++) {
                due.computeIfAbsent(t, second -> new HashSet<>()).add(offer);
            }
        });
        due.forEach((t, offers) -> pulse.second(List.copyOf(offers), t).forEach((offer, moment) -> {
            var feed = Objects.requireNonNull(some.get(offer));
            var second = LiveSecond.of(t, moment.counts()).with(queues.figures());
            second.with(Map.of("nodes", count, "streams", streams.size()));
            var ledgers = terms.get(offer);
            if (ledgers != null) {
                second.with(stock.of(offer), ledgers);
            }
            if (!moment.complete()) {
                feed.mark(new LiveMark(t - Math.floorMod(t, 60), LiveMark.Kind.INCOMPLETE));
            }
            feed.add(second);
        }));
    }

    private void markNodes(Collection<LiveFeed> some) {
        var now = now();
        var here = nodes.nodes(now);
        var before = seenNodes;
        if (before != null) {
            if (!before.containsAll(here)) {
                some.forEach(feed -> feed.mark(new LiveMark(now, LiveMark.Kind.NODE_CAME)));
            }
            if (!here.containsAll(before)) {
                some.forEach(feed -> feed.mark(new LiveMark(now, LiveMark.Kind.NODE_WENT)));
            }
        }
        seenNodes = here;
    }

    private void markWindow(@Nullable LiveFeed feed, SaleTerms terms) {
        markIfLately(feed, terms.window().opensAt().getEpochSecond(), LiveMark.Kind.OPENED);
        markIfLately(feed, terms.window().closesAt().getEpochSecond(), LiveMark.Kind.CLOSED);
    }

    private void markIfLately(@Nullable LiveFeed feed, long t, LiveMark.Kind kind) {
        var now = now();
        if (feed != null && t <= now && t > now - PulseReader.MOST_SECONDS) {
            feed.mark(new LiveMark(t, kind));
        }
    }

    /** Whatever people did is in the audit log, whichever page, program or node they used. */
    private void markActs(Map<OfferId, LiveFeed> some) {
        var subjects = some.keySet().stream().collect(groupingBy(offer -> "offer:" + offer));
        audit.about(subjects.keySet(), MOST_ACTS)
                .forEach(row -> kind(row.action())
                        .ifPresent(kind -> subjects.getOrDefault(row.subject(), List.of())
                                .forEach(offer ->
                                        markIfLately(some.get(offer), row.at().getEpochSecond(), kind))));
    }

    private static Optional<LiveMark.Kind> kind(String action) {
        return Optional.ofNullable(
                switch (action) {
                    case "OFFER_PAUSED" -> LiveMark.Kind.PAUSED;
                    case "OFFER_RESUMED" -> LiveMark.Kind.RESUMED;
                    case "UNITS_ADDED" -> LiveMark.Kind.UNITS_ADDED;
                    case "UNITS_TAKEN_OFF" -> LiveMark.Kind.UNITS_TAKEN_OFF;
                    case "OFFER_STOPPED" -> LiveMark.Kind.STOPPED;
                    case "OFFER_WITHDRAWN" -> LiveMark.Kind.WITHDRAWN;
                    default -> null;
                });
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }
}
