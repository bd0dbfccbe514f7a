package stampede.mail;

import java.util.Optional;

/**
 * What an account's owner sees of its mail.
 *
 * @param isSetUp whether the shop has a server for mail
 * @param address where mail goes; empty if none was confirmed
 * @param wanted where a link was sent to that nobody has opened yet; empty if none is good now
 */
public record MailState(boolean isSetUp, Optional<String> address, Optional<String> wanted) {

    /** Without the addresses, so that no log has them. */
    @Override
    public String toString() {
        return "MailState[" + isSetUp + ", " + address.isPresent() + ", " + wanted.isPresent() + "]";
    }
}
