package stampede.catalog.publishing;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.catalog.cache.CatalogChangePublisher;
import stampede.catalog.store.OfferEntity;
import stampede.catalog.store.OfferRepository;

/** Changes rows of offers and calls it out. */
@Service
@Transactional(propagation = Propagation.MANDATORY)
class StoredOfferChanges implements OfferChanges {

    private final OfferRepository offers;
    private final CatalogChangePublisher changes;

    StoredOfferChanges(OfferRepository offers, CatalogChangePublisher changes) {
        this.offers = offers;
        this.changes = changes;
    }

    @Override
    public void changeAllotment(OfferId offer, int units) {
        change(offer, row -> row.changeAllotment(units));
    }

    @Override
    public void changeLimit(OfferId offer, int limitPerShopper) {
        change(offer, row -> row.changeLimit(limitPerShopper));
    }

    @Override
    public void changeAddressLimit(OfferId offer, int limitPerAddress) {
        change(offer, row -> row.changeAddressLimit(limitPerAddress));
    }

    @Override
    public void end(OfferId offer, Instant end) {
        change(offer, row -> row.end(end));
    }

    @Override
    public void withdraw(OfferId offer) {
        var row = published(offer);
        row.withdraw();
        changes.withdrawOffer(offers.saveAndFlush(row).toOffer());
    }

    @Override
    @Transactional(readOnly = true)
    public Optional<OfferState> state(OfferId offer) {
        return offers.stateOf(offer.value());
    }

    private void change(OfferId offer, Consumer<OfferEntity> change) {
        var row = published(offer);
        change.accept(row);
        changes.publishOffers(List.of(offers.saveAndFlush(row).toOffer()));
    }

    private OfferEntity published(OfferId offer) {
        return offers.find(offer.value())
                .orElseThrow(() -> new IllegalArgumentException("There is no offer " + offer + "."));
    }
}
