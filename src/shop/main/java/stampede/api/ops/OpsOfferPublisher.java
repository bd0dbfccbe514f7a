package stampede.api.ops;

import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.money.Money;

/** Puts products on sale at once, in the running slot or, if that is about to close, in a slot of their own; or soon, in one of their own. */
@Component
class OpsOfferPublisher {

    private static final String PICTURE = "/pictures/quick-offer.svg";
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(15);
    private static final Duration OWN_SLOT = Duration.ofHours(1);

    private final OfferPublishing publishing;
    private final Catalog catalog;
    private final AuditLog audit;
    private final Clock clock;

    OpsOfferPublisher(OfferPublishing publishing, Catalog catalog, AuditLog audit, Clock clock) {
        this.publishing = publishing;
        this.catalog = catalog;
        this.audit = audit;
        this.clock = clock;
    }

    @Transactional
    OfferId publish(SignedIn seller, QuickOfferRequest offer) {
        var price = new Money(offer.priceFen());
        var product =
                publishing.addProduct(new OfferPublishing.NewProduct(seller.id(), offer.name(), "", PICTURE, price));
        var published = publishing.publish(new OfferPublishing.NewOffer(
                product, slot(offer), price, offer.units(), offer.limitPerShopper(), offer.addressLimit()));
        audit.write(
                seller.who(),
                "OFFER_PUBLISHED",
                "offer:" + published,
                AuditLog.Change.of("", terms(offer, price)),
                offer.name());
        return published;
    }

    private static String terms(QuickOfferRequest offer, Money price) {
        var terms = "%s units at %s, %s a shopper".formatted(offer.units(), price, offer.limitPerShopper());
        return offer.addressLimit() == 0 ? terms : terms + ", %s to an address".formatted(offer.addressLimit());
    }

    private SlotId slot(QuickOfferRequest offer) {
        return offer.opensInSeconds() == null ? slot() : publishing.slot(inSeconds(offer.opensInSeconds()));
    }

    private SaleWindow inSeconds(int seconds) {
        var opens = clock.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds);
        return new SaleWindow(opens, opens.plus(OWN_SLOT));
    }

    private SlotId slot() {
        return catalog.runningSlot()
                .filter(slot -> isOpenLongEnough(slot.window()))
                .map(Slot::id)
                .orElseGet(() -> publishing.slot(fromNow()));
    }

    private boolean isOpenLongEnough(SaleWindow window) {
        var now = clock.instant();
        return !window.opensAt().isAfter(now) && window.closesAt().isAfter(now.plus(LONG_ENOUGH));
    }

    private SaleWindow fromNow() {
        var minute = clock.instant().truncatedTo(ChronoUnit.MINUTES);
        return new SaleWindow(minute, minute.plus(OWN_SLOT));
    }
}
