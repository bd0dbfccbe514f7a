package stampede.catalog.store;

import java.util.Collection;
import java.util.List;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.repository.Repository;

public interface SlotRepository extends Repository<SlotEntity, Long> {

    List<SlotEntity> findByIdIn(Collection<Long> ids);

    List<SlotEntity> findByOpensMsAndClosesMs(long opensMs, long closesMs);

    /** The slots that end after an instant, earliest first. */
    List<SlotEntity> findByClosesMsGreaterThanOrderByOpensMsAscIdAsc(long instantMs);

    /** Adds a slot, or nothing if that window has one. */
    @Modifying
    @NativeQuery("""
            insert into slot (opens_ms, closes_ms) values (:opensMs, :closesMs)
                on duplicate key update opens_ms = opens_ms
            """)
    void addUnlessThere(long opensMs, long closesMs);
}
