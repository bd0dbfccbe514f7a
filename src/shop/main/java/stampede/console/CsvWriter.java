package stampede.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Writes a table for spreadsheets: UTF-8 with a byte order mark, so that Excel reads Chinese. Text that would be taken
 * for a formula gets an apostrophe before it, so that a name cannot run anything.
 */
final class CsvWriter {

    /** The wide ones too, which Chinese and Japanese spreadsheets read as the narrow ones. */
    private static final String FORMULA = "=+-@\t\r\n＝＋－＠";

    private final Writer writer;

    CsvWriter(Writer writer) {
        this.writer = writer;
        write("\uFEFF");
    }

    /** A line of numbers, which stay as they are, and texts. */
    void line(Object... cells) {
        write(Arrays.stream(cells).map(CsvWriter::cell).collect(Collectors.joining(",")) + "\r\n");
    }

    private static String cell(Object value) {
        return value instanceof Number ? value.toString() : text(value.toString());
    }

    private static String text(String text) {
        var safe = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return safe.chars().anyMatch(letter -> ",\"\r\n".indexOf(letter) >= 0)
                ? '"' + safe.replace("\"", "\"\"") + '"'
                : safe;
    }

    private void write(String text) {
        try {
            writer.write(text);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
