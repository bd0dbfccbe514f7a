package stampede.signin;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import stampede.ratelimit.RateLimit;

/**
 * How often strangers may try, in the whole cluster. A sign-in that turns out right is not counted.
 *
 * @param username to guess the password of one username, from wherever
 * @param known the same from a device or a network that signed in to this account before
 * @param network to guess from one network, whatever usernames
 * @param registration to open accounts from one network
 * @param code to guess the second factor of one account
 */
@ConfigurationProperties("stampede.account.attempts")
record SignInRateLimitProperties(
        @DefaultValue("10 every 30s") RateLimit username,
        @DefaultValue("10 every 6s") RateLimit known,
        @DefaultValue("30 every 5s") RateLimit network,
        @DefaultValue("20 every 60s") RateLimit registration,
        @DefaultValue("5 every 60s") RateLimit code) {}
