package stampede.desk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * Writes a table for spreadsheets: UTF-8 with a byte order mark, so that Excel reads Chinese. Text that would be taken
 * for a formula gets an apostrophe before it, so that a name cannot run anything.
 */
public final class CsvWriter {

    /** The wide ones too, which Chinese and Japanese spreadsheets read as the narrow ones. */
    private static final String FORMULA = "=+-@\t\r\n＝＋－＠";

    private final CSVPrinter printer;

    public CsvWriter(Writer writer) {
        try {
            writer.write("\uFEFF");
            this.printer = new CSVPrinter(writer, CSVFormat.RFC4180);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** A line of numbers, which stay as they are, and texts. */
    public void line(Object... cells) {
        try {
            printer.printRecord(Arrays.stream(cells).map(CsvWriter::cell));
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static Object cell(Object value) {
        return value instanceof Number ? value : text(value.toString());
    }

    private static String text(String text) {
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }
}
