package stampede.catalog;

import java.util.Collection;
import java.util.List;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

interface SlotRepository extends Repository<StoredSlot, Long> {

    List<StoredSlot> findByIdIn(Collection<Long> ids);

    List<StoredSlot> findByOpensMsAndClosesMs(long opensMs, long closesMs);

    /** The slots that end after an instant, earliest first. */
    List<StoredSlot> findByClosesMsGreaterThanOrderByOpensMsAscIdAsc(long instantMs);

    /** Adds a slot, or nothing if that window has one. */
    @Modifying
    @NativeQuery("""
            insert into slot (opens_ms, closes_ms) values (:opensMs, :closesMs)
                on duplicate key update opens_ms = opens_ms
            """)
    void addUnlessThere(long opensMs, long closesMs);
}
