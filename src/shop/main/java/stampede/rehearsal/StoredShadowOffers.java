package stampede.rehearsal;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.catalog.ShadowOffers;

/** Makes the shadow of a rehearsal that runs out of its row and the offer that it imitates. A node sees its end within two seconds. */
@Component
class StoredShadowOffers implements ShadowOffers {

    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration KEPT = Duration.ofSeconds(10);
    private static final int MOST = 100;

    private final RehearsalRepository rows;
    private final Catalog catalog;
    private final Clock clock;
    private final LoadingCache<OfferId, Optional<Offer>> known;

    StoredShadowOffers(RehearsalRepository rows, Catalog catalog, Clock clock) {
        this.rows = rows;
        this.catalog = catalog;
        this.clock = clock;
        this.known = Caffeine.newBuilder()
                .refreshAfterWrite(FRESH)
                .expireAfterWrite(KEPT)
                .maximumSize(MOST)
                .build(this::load);
    }

    @Override
    public Optional<Offer> find(OfferId shadow) {
        return known.get(shadow);
    }

    @Override
    public Optional<Offer> findSold(OfferId shadow) {
        return rows.ofShadow(shadow).flatMap(this::copy);
    }

    private Optional<Offer> load(OfferId shadow) {
        return rows.ofShadow(shadow)
                .filter(rehearsal -> !rehearsal.isOverAt(clock.instant()))
                .flatMap(this::copy);
    }

    private Optional<Offer> copy(Rehearsal rehearsal) {
        return rehearsal
                .times()
                .window()
                .flatMap(
                        window -> catalog.offer(rehearsal.plan().offer()).map(real -> shadow(real, rehearsal, window)));
    }

    /** At the price that the ledger has for it, whatever the offer costs by now. */
    static Offer shadow(Offer real, Rehearsal rehearsal, SaleWindow window) {
        return new Offer(
                rehearsal.shadow(),
                real.slot(),
                window,
                real.product(),
                real.seller(),
                real.face(),
                real.listPrice(),
                rehearsal.copied().price(),
                rehearsal.plan().units(),
                rehearsal.copied().limitPerShopper(),
                0,
                0);
    }
}
