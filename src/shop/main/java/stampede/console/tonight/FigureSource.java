package stampede.console.tonight;

import java.util.function.Supplier;

/**
 * Where a number of the overview comes from.
 *
 * @param name its message is {@code console.tonight.figure.NAME}
 * @param path the page with what is counted
 * @param count asks the servers; may fail, and may take too long
 */
record FigureSource(String name, String path, Supplier<Figure.Count> count) {}
