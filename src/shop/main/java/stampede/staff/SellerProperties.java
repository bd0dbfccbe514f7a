package stampede.staff;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may sell.
 *
 * @param registration whether people register as sellers themselves: CLOSED, APPROVAL (an operator approves each), or OPEN
 */
@ConfigurationProperties("stampede.seller")
public record SellerProperties(@DefaultValue("APPROVAL") Registration registration) {

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
