package stampede.console.tonight;

import java.util.function.Supplier;
import stampede.account.Duty;

/**
 * Where a number of the overview comes from.
 *
 * @param name its message is {@code console.tonight.figure.NAME}
 * @param path the page with what is counted
 * @param duty without which one may not see that page
 * @param count asks the servers; may fail, and may take too long
 */
record FigureSource(String name, String path, Duty duty, Supplier<Figure.Count> count) {

    /** On a page for everybody who may look. */
    FigureSource(String name, String path, Supplier<Figure.Count> count) {
        this(name, path, Duty.SEE, count);
    }
}
