package stampede.privacy;

import stampede.refusal.RefusalException;

/** An account is not deleted now. */
public class DeletionRefused extends RefusalException {

    public DeletionRefused(DeletionRefusal reason) {
        super(reason);
    }

    @Override
    public DeletionRefusal reason() {
        return (DeletionRefusal) super.reason();
    }
}
