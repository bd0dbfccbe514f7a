package stampede.catalog.store;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import stampede.catalog.OfferState;

/** Rows of offers; those who look for offers find only what is published. */
public interface OfferRepository extends Repository<OfferEntity, Long> {

    List<OfferEntity> saveAllAndFlush(Iterable<OfferEntity> offers);

    OfferEntity saveAndFlush(OfferEntity offer);

    @Query(
            "select o from OfferEntity o join fetch o.slot join fetch o.product where o.id = :id and o.state = PUBLISHED")
    Optional<OfferEntity> find(long id);

    /** The offers of a slot that end after an instant, in the order in which they were published. */
    @Query("""
            select o from OfferEntity o join fetch o.slot join fetch o.product
             where o.slot.id = :slot and o.state = PUBLISHED and (o.closesMs is null or o.closesMs > :instantMs)
             order by o.id
            """)
    List<OfferEntity> inSlot(long slot, long instantMs);

    @Query("""
            select o from OfferEntity o join fetch o.slot s join fetch o.product
             where coalesce(o.opensMs, s.opensMs) < :untilMs and s.closesMs > :nowMs
               and (o.closesMs is null or o.closesMs > :nowMs) and o.state = PUBLISHED
             order by s.opensMs, o.id
            """)
    List<OfferEntity> openingBefore(long nowMs, long untilMs);

    /** The ids of offers that end after an instant. */
    @NativeQuery("""
            select o.id from offer o join slot s on s.id = o.slot_id
             where s.closes_ms > :instantMs and (o.closes_ms is null or o.closes_ms > :instantMs) and o.state = 'PUBLISHED'
            """)
    List<Long> idsEndingAfter(long instantMs);

    /** Those that were withdrawn, and whose slot ends after an instant; few. */
    @Query("""
            select o from OfferEntity o join fetch o.slot s join fetch o.product
             where s.closesMs > :instantMs and o.state = WITHDRAWN
            """)
    List<OfferEntity> withdrawnEndingAfter(long instantMs);

    /** Counts a change of what the offers of a product that end after an instant show. */
    @Modifying(flushAutomatically = true, clearAutomatically = true)
    @NativeQuery("""
            update offer o join slot s on s.id = o.slot_id set o.version = o.version + 1
             where o.product_id = :product and s.closes_ms > :instantMs and o.state = 'PUBLISHED'
            """)
    void countChange(long product, long instantMs);

    /** The offers of a product in slots that end after an instant. */
    @Query("""
            select o from OfferEntity o join fetch o.slot s join fetch o.product p
             where p.id = :product and s.closesMs > :instantMs and o.state = PUBLISHED
             order by o.id
            """)
    List<OfferEntity> ofProduct(long product, long instantMs);

    /** The highest price of those that have not ended, in fen. */
    @NativeQuery("""
            select max(o.price_fen) from offer o join slot s on s.id = o.slot_id
             where o.product_id = :product and s.closes_ms > :nowMs and (o.closes_ms is null or o.closes_ms > :nowMs)
               and o.state <> 'WITHDRAWN'
            """)
    Optional<Long> highestPrice(long product, long nowMs);

    @Query("select count(o) > 0 from OfferEntity o where o.product.id = :product")
    boolean existsOfProduct(long product);

    /** How far it is, whatever it is. */
    @Query("select o.state from OfferEntity o where o.id = :id")
    Optional<OfferState> stateOf(long id);
}
