package stampede.inquiry;

import static stampede.inquiry.PurchaseStep.State.AHEAD;
import static stampede.inquiry.PurchaseStep.State.DONE;
import static stampede.inquiry.PurchaseStep.State.UNKNOWN;
import static stampede.inquiry.PurchaseStep.done;
import static stampede.inquiry.PurchaseStep.some;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.counter.CounterTrace;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.inquiry.PurchaseStep.What;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.payment.OrderMoney;
import stampede.payment.Payments;
import stampede.refund.Refund;
import stampede.task.TaskId;

/**
 * Tells the steps of a purchase, each from where the truth about it is. What nobody wrote down is told as not known: Redis keeps
 * no times of its own but the first, and of messages only those that failed are remembered.
 */
@Component
public class PurchaseStepReader {

    private static final String ALIPAY = "alipay";

    private final PurchaseFinder finder;
    private final PurchaseRowRepository rows;
    private final StuckPurchaseFinder stuck;
    private final Payments payments;
    private final TaskHistory history;
    private final Clock clock;

    PurchaseStepReader(
            PurchaseFinder finder,
            PurchaseRowRepository rows,
            StuckPurchaseFinder stuck,
            Payments payments,
            TaskHistory history,
            Clock clock) {
        this.finder = finder;
        this.rows = rows;
        this.stuck = stuck;
        this.payments = payments;
        this.history = history;
        this.clock = clock;
    }

    /** How the purchase with this number went. */
    public PurchaseHistory of(OrderId id) {
        var facts = finder.find(id);
        return new PurchaseHistory(
                id,
                PurchaseFinder.madeAt(id),
                facts.reservation(),
                facts.row().map(PurchaseRow::status),
                facts.known() ? inOrder(facts) : List.of(),
                stuck.of(facts),
                facts.redisAnswered());
    }

    /** Each step has its place in time; one without a time follows the one that it follows from. */
    private List<PurchaseStep> inOrder(PurchaseFacts facts) {
        var steps = new ArrayList<Placed>();
        var reserved = facts.reservation();
        var ticket = facts.row()
                .flatMap(PurchaseRow::ticket)
                .map(shown -> "room:" + shown.room() + " ticket:" + shown.number())
                .orElse("");
        reserved.ifPresent(reservation -> steps.add(
                Placed.of(done(What.RESERVED, reservation.reservedAt(), "shopper:" + reservation.shopper(), ticket))));
        var start = reserved.map(reservation -> reservation.reservedAt()).orElse(Instant.EPOCH);
        steps.add(new Placed(start, published(facts)));
        facts.dead()
                .ifPresent(dead -> steps.add(Placed.of(done(
                        What.DIED,
                        dead.at(),
                        "worker",
                        dead.task().error().lines().findFirst().orElse("")))));
        facts.row().ifPresentOrElse(row -> ofRow(facts, row, steps), () -> withoutRow(facts, start, steps));
        ofMoney(facts.id(), steps);
        return steps.stream().sorted().map(Placed::step).toList();
    }

    /** That an order came of it proves that its message was there; when it went out is remembered only if it failed. */
    private PurchaseStep published(PurchaseFacts facts) {
        var id = new TaskId(facts.id().toString());
        var sent = history.find(id).map(TaskRun::sentAt);
        var made = facts.dead().isPresent()
                || facts.row()
                        .filter(row -> row.status() != OrderStatus.ABANDONED)
                        .isPresent();
        return new PurchaseStep(What.PUBLISHED, sent.isPresent() || made ? DONE : UNKNOWN, sent, Optional.empty(), "");
    }

    private static void withoutRow(PurchaseFacts facts, Instant start, List<Placed> steps) {
        if (facts.isReserved() || facts.dead().isPresent()) {
            steps.add(new Placed(Instant.MAX, some(What.PLACED, AHEAD)));
        } else if (facts.settled()) {
            steps.add(new Placed(start, some(What.PLACED, UNKNOWN)));
            steps.add(new Placed(start, some(What.CONFIRMED, DONE)));
        } else {
            steps.add(new Placed(start, some(What.RELEASED, DONE)));
        }
    }

    private void ofRow(PurchaseFacts facts, PurchaseRow row, List<Placed> steps) {
        var events = rows.events(facts.id());
        events.forEach(
                event -> steps.add(Placed.of(done(what(event.to()), event.at(), event.who(), detail(row, event)))));
        var moved = rows.moves(facts.id());
        moved.forEach(one -> steps.add(Placed.of(new PurchaseStep(
                one.taken() ? What.TAKEN : What.RETURNED, DONE, Optional.of(one.at()), Optional.empty(), ""))));
        var born = Stream.concat(
                        events.stream().limit(1).map(PurchaseRowRepository.Event::at),
                        moved.stream().limit(1).map(PurchaseRowRepository.Moved::at))
                .max(Instant::compareTo)
                .orElse(row.reservation().reservedAt());
        if (!row.status().isTombstone()) {
            steps.add(new Placed(born, confirmed(facts)));
            var over = !clock.instant().isBefore(row.payBy());
            steps.add(new Placed(
                    row.payBy(),
                    new PurchaseStep(
                            What.PAY_BY, over ? DONE : AHEAD, Optional.of(row.payBy()), Optional.empty(), "")));
        }
        if (!row.holds()) {
            var ended = moved.stream()
                    .filter(one -> !one.taken())
                    .map(PurchaseRowRepository.Moved::at)
                    .findFirst()
                    .orElse(born);
            steps.add(new Placed(ended, released(facts)));
        }
    }

    private static PurchaseStep confirmed(PurchaseFacts facts) {
        if (facts.settled()) {
            return some(What.CONFIRMED, DONE);
        }
        return some(What.CONFIRMED, facts.holds() && isWarm(facts) ? AHEAD : UNKNOWN);
    }

    private static PurchaseStep released(PurchaseFacts facts) {
        if (facts.trace().filter(CounterTrace::released).isPresent()) {
            return some(What.RELEASED, DONE);
        }
        return some(What.RELEASED, facts.redisIsBehind() ? AHEAD : UNKNOWN);
    }

    private static boolean isWarm(PurchaseFacts facts) {
        return facts.trace().filter(CounterTrace::warm).isPresent();
    }

    private void ofMoney(OrderId id, List<Placed> steps) {
        var money = payments.money(List.of(id)).getOrDefault(id, OrderMoney.NONE);
        rows.beganToPay(id)
                .ifPresent(at -> steps.add(Placed.of(
                        new PurchaseStep(What.WENT_TO_PAY, DONE, Optional.of(at), Optional.of("shopper"), ""))));
        for (var payment : money.payments()) {
            steps.add(Placed.of(
                    done(What.MONEY_CAME, payment.receivedAt(), ALIPAY, payment.amount() + " " + payment.tradeNo())));
        }
        for (var refund : money.refunds()) {
            steps.add(Placed.of(done(
                    What.REFUND_WANTED,
                    refund.requestedAt(),
                    refund.askedBy(),
                    refund.amount() + " " + refund.requestNo())));
            refund.doneAt()
                    .ifPresent(at -> steps.add(Placed.of(
                            done(What.MONEY_WENT_BACK, at, ALIPAY, refund.amount() + " " + refund.requestNo()))));
        }
        var subjects = Stream.concat(
                        Stream.of("order:" + id),
                        money.refunds().stream().map(Refund::requestNo).map(no -> "refund:" + no))
                .toList();
        rows.deeds(subjects)
                .forEach(deed -> steps.add(Placed.of(
                        done(What.DEED, deed.at(), deed.who(), (deed.action() + " " + deed.detail()).strip()))));
    }

    private static String detail(PurchaseRow row, PurchaseRowRepository.Event event) {
        var tells = event.to() == OrderStatus.CLOSING || event.to() == OrderStatus.REJECTED;
        return tells ? row.reason().orElse("") : "";
    }

    private static What what(OrderStatus status) {
        return switch (status) {
            case AWAITING_PAYMENT -> What.PLACED;
            case CLOSING -> What.CLOSING;
            case PAID -> What.PAID;
            case SHIPPED -> What.SHIPPED;
            case FINISHED -> What.FINISHED;
            case CLOSED -> What.CLOSED;
            case REFUNDING -> What.REFUNDING;
            case REFUNDED -> What.REFUNDED;
            case REJECTED -> What.REJECTED;
            case ABANDONED -> What.ABANDONED;
        };
    }

    /** A step and its place in time. */
    private record Placed(Instant place, PurchaseStep step) implements Comparable<Placed> {

        static Placed of(PurchaseStep step) {
            return new Placed(step.at().orElse(Instant.MAX), step);
        }

        @Override
        public int compareTo(Placed other) {
            var byTime = place.compareTo(other.place);
            return byTime != 0 ? byTime : step.what().compareTo(other.step.what());
        }
    }
}
