package stampede.desk;

import java.util.List;
import java.util.Optional;
import stampede.money.Money;

/**
 * A question before an act that many feel (level 2) or that cannot be taken back (level 3). Drawn by {@code desk/confirm}.
 *
 * @param path where the answer is sent to
 * @param back where whoever does not want it goes
 * @param words what its messages begin with: {@code .title}, {@code .text} what will happen, {@code .not} what will not, and {@code .yes}
 *     on the button with the first figure
 * @param figures computed now
 * @param seen the signature of them, by {@link SeenFigures}
 * @param typed what has to be typed in, a name or a number; empty at level 2
 * @param errors what was wrong with an answer before
 * @param reason what was typed in as the reason
 * @param changed whether the figures changed since it was asked
 * @param before the figures that moved as they were then, in their order; empty unless they changed
 * @param moving figures that move all the time, shown as they are now; the answer does not depend on them
 * @param asked a number that is to be typed in
 */
public record Confirm(
        String path,
        String back,
        String words,
        List<Figure> figures,
        String seen,
        String typed,
        FormErrors errors,
        String reason,
        boolean changed,
        List<Long> before,
        List<Figure> moving,
        Optional<Asked> asked) {

    public Confirm {
        figures = List.copyOf(figures);
        before = List.copyOf(before);
        moving = List.copyOf(moving);
    }

    public int level() {
        return typed.isEmpty() ? 2 : 3;
    }

    /** The first figure, which the button names. */
    public Object number() {
        return figures.isEmpty() ? 0 : figures.get(0).shown();
    }

    /** What a figure was when it was asked; empty if it is the same now. */
    public Optional<Object> was(int index) {
        return index < before.size() && before.get(index) != figures.get(index).value()
                ? Optional.of(figures.get(index).shown(before.get(index)))
                : Optional.empty();
    }

    /** The key of a figure's message. */
    public String message(Figure figure) {
        return figure.name().contains(".") ? figure.name() : words + "." + figure.name();
    }

    /**
     * A number to be typed in.
     *
     * @param label the key of its message
     * @param isMoney whether it is an amount in yuan
     * @param value what was typed in
     */
    public record Asked(String label, boolean isMoney, String value) {}

    /**
     * A figure; its message is {@code words.NAME}.
     *
     * @param name ends its message, or is the whole key of it, with a dot
     * @param value how many, or how many fen
     * @param isMoney whether it is an amount in fen, which is shown in yuan
     */
    public record Figure(String name, long value, boolean isMoney) {

        public Figure(String name, long value) {
            this(name, value, false);
        }

        /** An amount. */
        public static Figure of(String name, Money amount) {
            return new Figure(name, amount.fen(), true);
        }

        /** As people read it. */
        public Object shown() {
            return shown(value);
        }

        private Object shown(long number) {
            return isMoney ? new Money(number) : (Object) number;
        }
    }
}
