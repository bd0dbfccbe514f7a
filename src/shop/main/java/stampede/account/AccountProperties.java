package stampede.account;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How people prove who they are.
 *
 * @param bcryptStrength each step up doubles the work of checking a password
 * @param accessTokenLifetime how long a token of the API is good for, unless its sign-in ends before
 * @param refreshTokenLifetime how long a sign-in to the API lasts without being used
 * @param cookieLifetime how long a sign-in to the pages lasts without being used
 * @param cookieRecheck after how long a cookie in use is made anew
 * @param secure whether browsers reach the shop by HTTPS only: marks cookies, tells browsers so (HSTS)
 */
@Validated
@ConfigurationProperties("stampede.account")
public record AccountProperties(
        @Min(4) @Max(16) @DefaultValue("10") int bcryptStrength,
        @DurationMin(seconds = 1) @DefaultValue("15m") Duration accessTokenLifetime,
        @DurationMin(seconds = 1) @DefaultValue("14d") Duration refreshTokenLifetime,
        @DurationMin(seconds = 1) @DefaultValue("12h") Duration cookieLifetime,
        @DurationMin(seconds = 1) @DefaultValue("10m") Duration cookieRecheck,
        @DefaultValue("false") boolean secure) {}
