package stampede.sale;

import java.util.OptionalInt;
import stampede.refusal.RefusalException;

/** A sale stays as it is. */
public class SaleRefused extends RefusalException {

    private final transient OptionalInt number;

    SaleRefused(SaleRefusal reason) {
        this(reason, OptionalInt.empty());
    }

    SaleRefused(SaleRefusal reason, OptionalInt number) {
        super(reason);
        this.number = number;
    }

    @Override
    public SaleRefusal reason() {
        return (SaleRefusal) super.reason();
    }

    /** The number of units that belongs to the reason, where one does. */
    public OptionalInt number() {
        return number;
    }
}
