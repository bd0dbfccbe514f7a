package stampede.mail;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import stampede.refusal.RefusalException;

/** A mail address stays as it is. */
public class MailRefused extends RefusalException {

    public MailRefused(MailRefusal reason) {
        this(reason, null);
    }

    public MailRefused(MailRefusal reason, @Nullable Duration retryAfter) {
        super(reason, retryAfter);
    }

    @Override
    public MailRefusal reason() {
        return (MailRefusal) super.reason();
    }
}
