package stampede.mail;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;
import stampede.ratelimit.RateLimit;

/**
 * Mail to shoppers.
 *
 * @param from who it comes from, such as {@code shop@example.com}; empty: {@code stampede.channel.mail-from}, or else the user of the mail
 *     server
 * @param linkLifetime how long a link is good that confirms an address
 * @param perAccount how often one account may ask for such a link
 * @param perAddress how often a link may be sent to one address, or to set the password of one username, whoever asks
 * @param perNetwork how often one network may ask for links to set passwords
 */
@Validated
@ConfigurationProperties("stampede.mail")
record MailProperties(
        @DefaultValue("") String from,
        @DefaultValue("24h") @DurationMin(minutes = 1) Duration linkLifetime,
        @DefaultValue("5 every 10m") RateLimit perAccount,
        @DefaultValue("3 every 20m") RateLimit perAddress,
        @DefaultValue("10 every 1m") RateLimit perNetwork) {}
