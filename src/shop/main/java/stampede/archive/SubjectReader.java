package stampede.archive;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.PlaceOrder;
import stampede.order.PlaceOrderMessages;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.spi.TaskPayloads;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what a task is about from its payload: by the names that the shop's payloads give to orders and offers, so that a task that is
 * added tomorrow is found by its order without a word here. What claims to make an order counts only if its token fits.
 */
@Component
class SubjectReader {

    /** Of a task about more orders the first ones are found. */
    private static final int MOST = 500;

    private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,17}|[1-8]\\d{18}");

    private final DeadTasks dead;
    private final TaskPayloads payloads;
    private final PlaceOrderMessages messages;
    private final SubjectRepository rows;
    private final JsonMapper json;

    SubjectReader(
            DeadTasks dead,
            TaskPayloads payloads,
            PlaceOrderMessages messages,
            SubjectRepository rows,
            JsonMapper json) {
        this.dead = dead;
        this.payloads = payloads;
        this.messages = messages;
        this.rows = rows;
        this.json = json;
    }

    List<Subject> read(DeadTask task) {
        return task.name().equals(PlaceOrderMessages.TASK)
                ? placement(task).stream().toList()
                : others(task);
    }

    /** What a genuine message that was to make an order is about. */
    Optional<Subject> placement(DeadTask task) {
        return dead.payload(task, PlaceOrder.class)
                .flatMap(message -> messages.reservation(message)
                        .map(reservation -> new Subject(
                                Optional.of(new OrderId(reservation.id().value())),
                                Optional.of(reservation.offer()),
                                Optional.of(new Money(message.unitPriceFen()).times(reservation.units())))));
    }

    private List<Subject> others(DeadTask task) {
        try {
            var tree = json.readTree(payloads.readable(task.name(), task.body().getBytes(StandardCharsets.UTF_8)));
            var found = new ArrayList<Subject>();
            of(tree.isArray() && tree.size() == 2 ? tree.get(1) : tree, found);
            return found.stream().distinct().limit(MOST).toList();
        } catch (JacksonException unreadable) {
            return List.of();
        }
    }

    private void of(JsonNode fields, List<Subject> found) {
        var offer = number(fields.path("offerId")).map(OfferId::new);
        var order = number(fields.path("orderId"))
                .or(() -> number(fields.path("reservationId")))
                .map(OrderId::new);
        if (order.isPresent() || offer.isPresent()) {
            found.add(Subject.of(order, offer));
        }
        fields.path("orderIds")
                .forEach(each ->
                        number(each).ifPresent(id -> found.add(Subject.of(Optional.of(new OrderId(id)), offer))));
        fields.path("reservations").forEach(each -> of(each, found));
        if (fields.path("requestNo").isString()) {
            rows.refund(fields.path("requestNo").stringValue()).ifPresent(found::add);
        }
    }

    private static Optional<Long> number(JsonNode node) {
        return node.isString() && NUMBER.matcher(node.stringValue()).matches()
                ? Optional.of(Long.valueOf(node.stringValue()))
                : Optional.empty();
    }
}
