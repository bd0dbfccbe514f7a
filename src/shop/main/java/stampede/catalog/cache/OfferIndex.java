package stampede.catalog.cache;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.CatalogProperties;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.SlotId;
import stampede.catalog.store.OfferEntity;
import stampede.catalog.store.OfferRepository;
import stampede.catalog.store.SlotEntity;
import stampede.catalog.store.SlotRepository;
import stampede.ids.Ids;

/**
 * All slots and offers since yesterday, in this node's memory: the slots in full, the offers as an {@link OfferBloomFilter}. Built from MySQL and
 * swapped as a whole when the {@link CatalogVersion} changes, and every minute all the same, because a node may die between its
 * commit and its call.
 */
@Component
class OfferIndex {

    private static final Logger log = LoggerFactory.getLogger(OfferIndex.class);
    private static final Duration TRUSTED_FOR = Duration.ofMinutes(1);

    /** From an offer's id, by another node's clock, to the moment in which this node can know of it. */
    private static final Duration NEWS_TRAVELS = Duration.ofSeconds(30);

    private final SlotRepository slots;
    private final OfferRepository offers;
    private final CatalogVersion version;
    private final CatalogProperties properties;
    private final CatalogCacheProperties cacheProperties;
    private final Clock clock;

    private final Object swapping = new Object();
    private final Set<Long> addedWhileBuilding = new HashSet<>();
    private volatile OfferBloomFilter known;
    private volatile SlotTimetable timetable;
    private volatile Map<OfferId, SlotId> withdrawn = Map.of();
    private volatile String builtFrom = "";
    private volatile Instant builtAt = Instant.EPOCH;
    private volatile Instant completeAt = Instant.EPOCH;

    OfferIndex(
            SlotRepository slots,
            OfferRepository offers,
            CatalogVersion version,
            CatalogProperties properties,
            CatalogCacheProperties cacheProperties,
            Clock clock) {
        this.slots = slots;
        this.offers = offers;
        this.version = version;
        this.properties = properties;
        this.cacheProperties = cacheProperties;
        this.clock = clock;
        this.known = new OfferBloomFilter(List.of(), cacheProperties.falsePositives());
        this.timetable = new SlotTimetable(properties.zone(), List.of());
    }

    /** Whether there may be such an offer; a no is certain. */
    boolean mayHold(OfferId offer) {
        return known.mayHold(offer);
    }

    /** Whether an offer by this id, which tells when it was made, may have been published since this index was complete. */
    boolean mayBeNew(OfferId offer) {
        var made = Instant.ofEpochMilli(Ids.epochMillisOf(offer.value()));
        return made.isAfter(completeAt.minus(NEWS_TRAVELS))
                && made.isBefore(clock.instant().plus(NEWS_TRAVELS));
    }

    /** The slot in which it would have sold, if it was withdrawn. They are few, so each node has them in memory. */
    Optional<SlotId> withdrawnFrom(OfferId offer) {
        return Optional.ofNullable(withdrawn.get(offer));
    }

    SlotTimetable timetable() {
        return timetable;
    }

    /** Takes up offers that were published here, without waiting for the next build. */
    void add(Collection<OfferId> published) {
        synchronized (swapping) {
            for (var offer : published) {
                known.add(offer.value());
                addedWhileBuilding.add(offer.value());
            }
        }
    }

    /** Builds anew if this node is behind, or has not looked for a minute. */
    @Scheduled(fixedDelay = 2_000)
    void catchUp() {
        var asked = clock.instant();
        var now = currentEdition();
        if (now.filter(version -> !version.equals(builtFrom)).isPresent()
                || builtAt.plus(TRUSTED_FOR).isBefore(asked)) {
            rebuild();
        } else if (now.isPresent()) {
            completeAt = asked;
        }
    }

    /** Builds anew from MySQL. One build at a time; readers see the old index until the new one is whole. */
    synchronized void rebuild() {
        var began = clock.instant();
        var since = properties.shownSinceMillis(began);
        synchronized (swapping) {
            addedWhileBuilding.clear();
        }
        var from = currentEdition();
        var table = new SlotTimetable(
                properties.zone(),
                slots.findByClosesMsGreaterThanOrderByOpensMsAscIdAsc(since).stream()
                        .map(SlotEntity::toSlot)
                        .toList());
        var next = new OfferBloomFilter(offers.idsEndingAfter(since), cacheProperties.falsePositives());
        var gone = offers.withdrawnEndingAfter(since).stream()
                .map(OfferEntity::toOffer)
                .collect(Collectors.toUnmodifiableMap(Offer::id, Offer::slot));
        synchronized (swapping) {
            addedWhileBuilding.forEach(next::add);
            known = next;
            withdrawn = gone;
            timetable = table;
        }
        builtFrom = from.orElse(builtFrom);
        completeAt = began;
        builtAt = clock.instant();
    }

    /** Without Redis nobody can call out a change; then the minute counts. */
    private Optional<String> currentEdition() {
        try {
            return Optional.of(version.current());
        } catch (DataAccessException unreachable) {
            log.debug("Redis does not tell the catalogue's edition", unreachable);
            return Optional.empty();
        }
    }
}
