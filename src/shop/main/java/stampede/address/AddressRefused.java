package stampede.address;

import stampede.refusal.RefusalException;

/** An address book stays as it is. */
public class AddressRefused extends RefusalException {

    private final String field;

    public AddressRefused(AddressRefusal reason) {
        this(reason, "");
    }

    private AddressRefused(AddressRefusal reason, String field) {
        super(reason);
        this.field = field;
    }

    @Override
    public AddressRefusal reason() {
        return (AddressRefusal) super.reason();
    }

    /** The field of {@link AddressFields} that it is about; empty if it is about none. */
    public String field() {
        return field;
    }

    static void unless(boolean met, AddressRefusal reason, String field) {
        if (!met) {
            throw new AddressRefused(reason, field);
        }
    }
}
