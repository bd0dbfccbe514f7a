package stampede.idempotency;

import stampede.refusal.RefusalException;

/** A request with a key is not done. */
public class RequestKeyRefused extends RefusalException {

    RequestKeyRefused(RequestKeyRefusal reason) {
        super(reason);
    }
}
