package stampede.catalog.store;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;

/** A row of {@code slot}. Never changed once it is there. */
@Entity
@Immutable
@Table(name = "slot")
public class SlotEntity {

    @Id
    private long id;

    private long opensMs;

    private long closesMs;

    protected SlotEntity() {}

    public long id() {
        return id;
    }

    public Slot toSlot() {
        return new Slot(new SlotId(id), new SaleWindow(Instant.ofEpochMilli(opensMs), Instant.ofEpochMilli(closesMs)));
    }
}
