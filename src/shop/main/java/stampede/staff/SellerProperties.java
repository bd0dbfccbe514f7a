package stampede.staff;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Who may sell, and what.
 *
 * @param registration whether people register as sellers themselves: CLOSED, APPROVAL (an operator approves each), or OPEN
 * @param approval whether an operator approves what sellers offer before it is published
 * @param ownWindows whether sellers may sell in windows of their own, not only in the slots that there are
 * @param lead how long before it opens a seller's offer is submitted at the latest
 * @param offersPerSlot how many offers a seller has in a slot at most
 * @param unitsPerOffer how many units a seller's offer has at most
 */
@Validated
@ConfigurationProperties("stampede.seller")
public record SellerProperties(
        @DefaultValue("APPROVAL") Registration registration,
        @DefaultValue("true") boolean approval,
        @DefaultValue("false") boolean ownWindows,
        @DurationMin @DefaultValue("10m") Duration lead,
        @Positive @DefaultValue("20") int offersPerSlot,
        @Positive @DefaultValue("10000") int unitsPerOffer) {

    /** Who may register as a seller. */
    public enum Registration {
        /** Nobody; operators open sellers' accounts. */
        CLOSED,
        /** Everybody, and an operator approves it. */
        APPROVAL,
        /** Everybody. */
        OPEN
    }
}
