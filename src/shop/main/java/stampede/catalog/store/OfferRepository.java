package stampede.catalog.store;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

public interface OfferRepository extends Repository<OfferEntity, Long> {

    List<OfferEntity> saveAllAndFlush(Iterable<OfferEntity> offers);

    OfferEntity saveAndFlush(OfferEntity offer);

    @Query("select o from OfferEntity o join fetch o.slot join fetch o.product where o.id = :id")
    Optional<OfferEntity> find(long id);

    /** The offers of a slot in the order in which they were published. */
    @Query("select o from OfferEntity o join fetch o.slot join fetch o.product where o.slot.id = :slot order by o.id")
    List<OfferEntity> inSlot(long slot);

    @Query("""
            select o from OfferEntity o join fetch o.slot s join fetch o.product
             where s.opensMs < :untilMs and s.closesMs > :nowMs
             order by s.opensMs, o.id
            """)
    List<OfferEntity> openingBefore(long nowMs, long untilMs);

    /** The ids of offers whose slots end after an instant. */
    @NativeQuery("select o.id from offer o join slot s on s.id = o.slot_id where s.closes_ms > :instantMs")
    List<Long> idsEndingAfter(long instantMs);
}
