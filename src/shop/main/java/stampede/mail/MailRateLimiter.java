package stampede.mail;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Username;
import stampede.ratelimit.AttemptRateLimiter;
import stampede.ratelimit.RateLimitKey;

/** How often links that confirm an address are sent: nobody's mailbox is filled by the shop. */
@Component
class MailRateLimiter {

    private final AttemptRateLimiter limiter;
    private final MailProperties properties;

    MailRateLimiter(AttemptRateLimiter limiter, MailProperties properties) {
        this.limiter = limiter;
        this.properties = properties;
    }

    /** @throws MailRefused with the time to wait, if the account asked too often or too many were sent to this address */
    void admit(AccountId account, MailAddress address) {
        take(List.of(
                new RateLimitKey("mail-by:" + account, properties.perAccount()),
                new RateLimitKey("mail-to:" + digest(address), properties.perAddress())));
    }

    /**
     * Counts a link to set a password that somebody out there asks for.
     *
     * @throws MailRefused with the time to wait, if too many were asked for by this network or for this name, whether it is known or not
     */
    void admitPassword(Optional<Username> username, String network) {
        var ofNetwork = new RateLimitKey("mail-network:" + network, properties.perNetwork());
        take(username.map(name -> List.of(ofNetwork, new RateLimitKey("mail-name:" + name, properties.perAddress())))
                .orElse(List.of(ofNetwork)));
    }

    private void take(List<RateLimitKey> attempts) {
        limiter.take(attempts).ifPresent(wait -> {
            throw new MailRefused(MailRefusal.TOO_MANY_MAILS, wait);
        });
    }

    /** How long a link is good that confirms an address. */
    Duration linkLifetime() {
        return properties.linkLifetime();
    }

    private static String digest(MailAddress address) {
        return Hashing.sha256()
                .hashString(address.folded(), StandardCharsets.UTF_8)
                .toString();
    }
}
