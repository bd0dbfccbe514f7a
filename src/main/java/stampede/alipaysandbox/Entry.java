package stampede.alipaysandbox;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What the journal keeps. The last entry with an id says how that thing stands. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({@JsonSubTypes.Type(Checkout.class), @JsonSubTypes.Type(Trade.class), @JsonSubTypes.Type(Delivery.class)})
sealed interface Entry permits Checkout, Trade, Delivery {

    String id();
}
