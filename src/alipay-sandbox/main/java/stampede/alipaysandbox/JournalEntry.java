package stampede.alipaysandbox;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What the journal keeps. The last entry with an id says how that thing stands. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
    @JsonSubTypes.Type(SandboxCheckout.class),
    @JsonSubTypes.Type(Trade.class),
    @JsonSubTypes.Type(NotificationDelivery.class)
})
sealed interface JournalEntry permits SandboxCheckout, Trade, NotificationDelivery {

    String id();
}
