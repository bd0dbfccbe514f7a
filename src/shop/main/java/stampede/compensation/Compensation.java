package stampede.compensation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferId;
import stampede.stock.Reservation;

/**
 * One thing that was done to undo or repair something. Nothing in it is personal: no name, address, token or key. Whoever has done it
 * publishes it as an application event, or writes it with {@link Compensations}, in the transaction in which it was done, if there
 * is one.
 *
 * @param order whose, if it is of one
 * @param offer whose, if it is of one
 * @param taskId of the task, if it was one
 * @param task its name
 * @param attempt of the task that ended, from 1
 * @param waitMs until the next try, in milliseconds
 * @param cause why, in a few words
 * @param detail the rest, in a few words
 * @param units how many
 * @param fen how much money
 * @param who such as {@code worker}, {@code sweeper}, {@code operator:3}
 * @param trace of the request or task, 32 hexadecimal digits
 */
public record Compensation(
        CompensationKind kind,
        CompensationOutcome outcome,
        @Nullable Long order,
        @Nullable Long offer,
        @Nullable String taskId,
        @Nullable String task,
        @Nullable Integer attempt,
        @Nullable Long waitMs,
        String cause,
        String detail,
        @Nullable Integer units,
        @Nullable Long fen,
        String who,
        @Nullable String trace) {

    private static final int LONGEST_TEXT = 500;
    private static final int LONGEST_ID = 64;
    private static final int LONGEST_NAME = 128;

    /** Texts are cut to what fits. */
    public Compensation {
        if (!kind.outcomes().contains(outcome)) {
            throw new IllegalArgumentException("Nothing that is " + kind + " ends as " + outcome);
        }
        cause = cut(cause, LONGEST_TEXT);
        detail = cut(detail, LONGEST_TEXT);
        who = cut(who, LONGEST_ID);
        taskId = taskId == null ? null : cut(taskId, LONGEST_ID);
        task = task == null ? null : cut(task, LONGEST_NAME);
    }

    /** Begins one. */
    public static Draft of(CompensationKind kind, CompensationOutcome outcome, String who) {
        return new Draft(kind, outcome, who);
    }

    private static String cut(String text, int most) {
        return text.length() > most ? text.substring(0, most) : text;
    }

    /** What is known of one while it is written. */
    public static final class Draft {

        private final CompensationKind kind;
        private final CompensationOutcome outcome;
        private final String who;
        private @Nullable Long order;
        private @Nullable Long offer;
        private @Nullable String taskId;
        private @Nullable String task;
        private @Nullable Integer attempt;
        private @Nullable Long waitMs;
        private String cause = "";
        private String detail = "";
        private @Nullable Integer units;
        private @Nullable Long fen;
        private @Nullable String trace;

        private Draft(CompensationKind kind, CompensationOutcome outcome, String who) {
            this.kind = kind;
            this.outcome = outcome;
            this.who = who;
        }

        /** Of the order that the reservation is or would have become. */
        public Draft of(Reservation reservation) {
            return order(reservation.id().value()).offer(reservation.offer()).units(reservation.units());
        }

        public Draft order(long number) {
            this.order = number;
            return this;
        }

        public Draft offer(OfferId whose) {
            this.offer = whose.value();
            return this;
        }

        public Draft units(int many) {
            this.units = many;
            return this;
        }

        public Draft fen(long money) {
            this.fen = money;
            return this;
        }

        /** A fixed text, or one that {@link CauseText} made. */
        public Draft cause(String why) {
            this.cause = why;
            return this;
        }

        public Draft detail(String rest) {
            this.detail = rest;
            return this;
        }

        public Draft wait(Duration untilNext) {
            this.waitMs = untilNext.toMillis();
            return this;
        }

        /**
         * Of this task.
         *
         * @param number of the attempt that ended, from 1
         */
        public Draft task(String name, String id, int number) {
            this.task = name;
            this.taskId = id;
            this.attempt = number;
            return this;
        }

        Draft trace(String id) {
            this.trace = id;
            return this;
        }

        Draft about(TaskSubject subject) {
            this.order = subject.order();
            this.offer = subject.offer();
            this.units = subject.units();
            this.fen = subject.fen();
            return this;
        }

        public Compensation build() {
            return new Compensation(
                    kind, outcome, order, offer, taskId, task, attempt, waitMs, cause, detail, units, fen, who, trace);
        }
    }
}
