package stampede.mail;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a mail address stays as it is. */
public enum MailRefusal implements RefusalReason {
    /** Not of the form {@code name@example.com}, or too long. */
    BAD_MAIL_ADDRESS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The link was used, is too old, is somebody else's, or never was; which of them is not told. */
    MAIL_LINK_NOT_GOOD(HttpStatus.GONE),
    /** Too many confirmations were asked for by this account, or for this address. */
    TOO_MANY_MAILS(HttpStatus.TOO_MANY_REQUESTS),
    /** The shop has no server for mail. */
    MAIL_NOT_SET_UP(HttpStatus.CONFLICT);

    private final HttpStatus status;

    MailRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "mail.refusal." + name();
    }
}
