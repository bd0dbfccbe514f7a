package stampede.signin;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;
import stampede.account.Role;
import stampede.token.SignIn;

/**
 * How long sign-ins last, and how soon it is felt that they ended.
 *
 * @param lifetime how long a sign-in to the pages lasts, however much it is used
 * @param keptLifetime the same for a shopper who wants to stay signed in
 * @param staffLifetime the same for operators and sellers, to pages and API
 * @param stateKeptFor how long a node believes what it read about a shopper's sign-in
 * @param pollEvery how often a node asks which sign-ins ended and which accounts changed
 * @param perAccount how many sign-ins to the API an account may have; the one used longest ago ends for a new one
 * @param pagesPerAccount the same for the pages
 */
@Validated
@ConfigurationProperties("stampede.sign-in")
public record SignInProperties(
        @DurationMin(minutes = 1) @DefaultValue("7d") Duration lifetime,
        @DurationMin(minutes = 1) @DefaultValue("30d") Duration keptLifetime,
        @DurationMin(minutes = 1) @DefaultValue("12h") Duration staffLifetime,
        @DurationMin(seconds = 1) @DefaultValue("30s") Duration stateKeptFor,
        @DurationMin(millis = 100) @DefaultValue("2s") Duration pollEvery,
        @Positive @DefaultValue("20") int perAccount,
        @Positive @DefaultValue("100") int pagesPerAccount) {

    public Duration lifetimeOf(SignIn signIn) {
        if (signIn.account().role() != Role.SHOPPER) {
            return staffLifetime;
        }
        return signIn.kept() ? keptLifetime : lifetime;
    }
}
