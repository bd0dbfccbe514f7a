package stampede.channel;

import java.util.Optional;

/**
 * A channel as people see it: without its secrets.
 *
 * @param id greater than zero
 * @param version to be sent with a change
 * @param readable whether its secrets can be opened; if not, the signing key was changed, and they have to be entered again
 * @param token the last four characters of its token or key, if it has one
 * @param secret likewise of its secret
 * @param isChanging whether the secret before is still signed with, too
 */
public record Channel(
        long id,
        ChannelTerms terms,
        long version,
        boolean readable,
        Optional<String> token,
        Optional<String> secret,
        boolean isChanging) {

    /** What the audit log calls it. */
    public String subject() {
        return "channel:" + id;
    }
}
