package stampede.pulse;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.SaleWindow;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Tells the counting which offers there are that sell now or soon, so that even the first press that is refused for being one too many is
 * counted as one of its offer's.
 */
@Component
@OnRole(NodeRole.WEB)
class KnownOffersJob {

    private static final Logger log = LoggerFactory.getLogger(KnownOffersJob.class);

    private static final Duration SOON = Duration.ofMinutes(5);

    private final Pulse pulse;
    private final Catalog catalog;
    private final Clock clock;

    KnownOffersJob(Pulse pulse, Catalog catalog, Clock clock) {
        this.pulse = pulse;
        this.catalog = catalog;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 5_000)
    void turn() {
        var now = clock.instant();
        try {
            Stream.concat(offersInSlots(now), catalog.coupons().stream())
                    .filter(offer -> isNear(offer.window(), now))
                    .limit(Pulse.MOST_OFFERS / 2)
                    .forEach(offer -> pulse.know(offer.id()));
        } catch (DataAccessException away) {
            log.debug("The offers that sell are not known yet: {}", away.getMessage());
        }
    }

    private Stream<Offer> offersInSlots(Instant now) {
        return catalog.slots(LocalDate.ofInstant(now, catalog.zone())).stream()
                .filter(slot -> isNear(slot.window(), now))
                .flatMap(slot -> catalog.offers(slot.id()).stream());
    }

    private static boolean isNear(SaleWindow window, Instant now) {
        return window.opensAt().isBefore(now.plus(SOON)) && window.closesAt().isAfter(now);
    }
}
