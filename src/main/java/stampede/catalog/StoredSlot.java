package stampede.catalog;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A row of {@code slot}. Never changed once it is there. */
@Entity
@Immutable
@Table(name = "slot")
class StoredSlot {

    @Id
    private long id;

    private long opensMs;

    private long closesMs;

    protected StoredSlot() {}

    long id() {
        return id;
    }

    Slot toSlot() {
        return new Slot(new SlotId(id), new SaleWindow(Instant.ofEpochMilli(opensMs), Instant.ofEpochMilli(closesMs)));
    }
}
