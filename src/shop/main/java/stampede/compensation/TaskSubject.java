package stampede.compensation;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.spi.TaskMessage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a task is about, read from the names of what it carries, whichever task it is. Nothing else of it is looked at.
 *
 * @param order the number of its order or reservation; null if it has none or several
 * @param offer the number of its offer
 * @param units how many it is about
 * @param fen what they cost
 */
record TaskSubject(
        @Nullable Long order,
        @Nullable Long offer,
        @Nullable Integer units,
        @Nullable Long fen) {

    private static final TaskSubject NONE = new TaskSubject(null, null, null, null);
    private static final int LARGEST = 16 * 1024;
    private static final int KWARGS = 1;

    static TaskSubject of(TaskMessage message, JsonMapper json) {
        if (message.body().length > LARGEST) {
            return NONE;
        }
        try {
            return of(json.readTree(message.body()).path(KWARGS));
        } catch (JacksonException unreadable) {
            return NONE;
        }
    }

    private static TaskSubject of(JsonNode payload) {
        var units = number(payload, "units").filter(many -> many > 0 && many <= Integer.MAX_VALUE);
        var price = number(payload, "unitPriceFen");
        return new TaskSubject(
                number(payload, "orderId", "reservationId")
                        .or(() -> only(payload.path("orderIds")).flatMap(id -> number(id)))
                        .or(() -> only(payload.path("reservations")).flatMap(kept -> number(kept, "reservationId")))
                        .orElse(null),
                number(payload, "offerId")
                        .or(() -> only(payload.path("reservations")).flatMap(kept -> number(kept, "offerId")))
                        .orElse(null),
                units.map(Long::intValue).orElse(null),
                units.flatMap(many -> price.map(fen -> fen * many)).orElse(null));
    }

    private static Optional<JsonNode> only(JsonNode list) {
        return list.isArray() && list.size() == 1 ? Optional.of(list.get(0)) : Optional.empty();
    }

    private static Optional<Long> number(JsonNode payload, String... names) {
        return Arrays.stream(names)
                .flatMap(name -> number(payload.path(name)).stream())
                .findFirst();
    }

    /** Ids are text on the wire. */
    private static Optional<Long> number(JsonNode value) {
        if (value.isIntegralNumber()) {
            return Optional.of(value.longValue());
        }
        return value.isString() && value.stringValue().matches("\\d{1,18}")
                ? Optional.of(Long.parseLong(value.stringValue()))
                : Optional.empty();
    }
}
