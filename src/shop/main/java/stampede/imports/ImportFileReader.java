package stampede.imports;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads files as spreadsheets of the world write them: by what is in them, not by what they are called. */
final class ImportFileReader {

    /** In bytes: what one person can be expected to look through, and what fits into memory beside many others. */
    static final int LONGEST = 2 * 1024 * 1024;

    static final int MOST_ROWS = 5_000;

    private static final List<Character> SEPARATORS = List.of(',', ';', '\t');

    /** What {@code CsvWriter} puts an apostrophe before. */
    private static final String FORMULA = "=+-@\t\r\n＝＋－＠";

    private final List<ImportColumn> columns;

    ImportFileReader(List<ImportColumn> columns) {
        this.columns = List.copyOf(columns);
    }

    /** @throws ImportRefused if it cannot be read, or is no file of these columns */
    ImportFile read(byte[] bytes) {
        if (bytes.length > LONGEST) {
            throw new ImportRefused(ImportRefusal.FILE_TOO_LARGE);
        }
        var text = ImportText.read(bytes);
        var rows = records(text.text(), separator(text.text()));
        if (rows.isEmpty()) {
            throw new ImportRefused(ImportRefusal.NO_ROWS);
        }
        var heading = new Heading(rows.get(0).toList());
        var lines = new ArrayList<ImportLine>();
        var problems = new ArrayList<CheckedLine>();
        for (var i = 1; i < rows.size(); i++) {
            var line = heading.line(i + 1, rows.get(i).toList());
            heading.misfit(rows.get(i).toList())
                    .ifPresentOrElse(
                            problem -> problems.add(CheckedLine.cannot(line, List.of(problem))),
                            () -> keep(line, lines));
        }
        var number = lines.size() + problems.size();
        if (number == 0) {
            throw new ImportRefused(ImportRefusal.NO_ROWS);
        }
        if (number > MOST_ROWS) {
            throw new ImportRefused(ImportRefusal.TOO_MANY_ROWS);
        }
        return new ImportFile(text.charset(), heading.ignored(), lines, problems);
    }

    private static void keep(ImportLine line, List<ImportLine> lines) {
        if (!line.cells().isEmpty()) {
            lines.add(line);
        }
    }

    /** The one by which the heading has most of the columns; a comma if none is better. */
    private char separator(String text) {
        var best = SEPARATORS.get(0);
        for (var one : SEPARATORS) {
            best = known(text, one) > known(text, best) ? one : best;
        }
        return best;
    }

    private long known(String text, char separator) {
        var end = text.indexOf('\n');
        try (var parser =
                CSVParser.parse(new StringReader(end < 0 ? text : text.substring(0, end)), format(separator))) {
            var rows = parser.iterator();
            return rows.hasNext()
                    ? rows.next().stream()
                            .filter(name -> column(name).isPresent())
                            .count()
                    : 0;
        } catch (IOException | UncheckedIOException unreadable) {
            return 0;
        }
    }

    private static List<CSVRecord> records(String text, char separator) {
        var rows = new ArrayList<CSVRecord>();
        // Blank lines are rows too, or numbers would not be those that a spreadsheet shows.
        try (var parser = CSVParser.parse(new StringReader(text), format(separator))) {
            var next = parser.iterator();
            while (next.hasNext()) {
                rows.add(next.next());
                if (rows.size() > 2 * MOST_ROWS) {
                    throw new ImportRefused(ImportRefusal.TOO_MANY_ROWS);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (UncheckedIOException broken) {
            var isOpen = broken.getCause() instanceof CSVException
                    && String.valueOf(broken.getMessage()).contains("EOF");
            throw new ImportRefused(
                    isOpen ? ImportRefusal.OPEN_QUOTE : ImportRefusal.STRAY_QUOTE, Integer.toString(rows.size() + 1));
        }
        return rows;
    }

    private static CSVFormat format(char separator) {
        return CSVFormat.DEFAULT
                .builder()
                .setDelimiter(separator)
                .setIgnoreEmptyLines(false)
                .get();
    }

    private Optional<ImportColumn> column(String heading) {
        return columns.stream().filter(column -> column.isCalled(heading)).findFirst();
    }

    /** Without spaces around it, narrow or wide, and without the apostrophe that keeps a spreadsheet from taking it for a formula. */
    private static String value(String cell) {
        var text = cell.replaceAll("^[\\s\\u00A0\\u3000\\uFEFF]+|[\\s\\u00A0\\u3000]+$", "");
        return text.length() > 1 && text.charAt(0) == '\'' && FORMULA.indexOf(text.charAt(1)) >= 0
                ? text.substring(1)
                : text;
    }

    /** The first row. */
    private final class Heading {

        private final List<String> names;
        private final Map<Integer, ImportColumn> known = new LinkedHashMap<>();

        Heading(List<String> names) {
            this.names = names.stream().map(ImportFileReader::value).toList();
            for (var i = 0; i < this.names.size(); i++) {
                var place = i;
                column(this.names.get(i)).ifPresent(column -> add(place, column));
            }
            var missing = columns.stream()
                    .filter(column -> column.required() && !known.containsValue(column))
                    .map(ImportColumn::name)
                    .collect(Collectors.joining(", "));
            if (!missing.isEmpty()) {
                throw new ImportRefused(ImportRefusal.MISSING_COLUMN, missing);
            }
        }

        private void add(int place, ImportColumn column) {
            if (known.containsValue(column)) {
                throw new ImportRefused(ImportRefusal.DUPLICATE_COLUMN, column.name());
            }
            known.put(place, column);
        }

        List<String> ignored() {
            return IntStream.range(0, names.size())
                    .filter(i -> !known.containsKey(i))
                    .mapToObj(names::get)
                    .filter(name -> !name.isEmpty())
                    .toList();
        }

        ImportLine line(int number, List<String> cells) {
            var values = new HashMap<String, String>();
            known.forEach((place, column) -> {
                var value = place < cells.size() ? value(cells.get(place)) : "";
                if (!value.isEmpty()) {
                    values.put(column.name(), value);
                }
            });
            return new ImportLine(number, values);
        }

        /** Whether its cells are those of another heading: more of them, or all in one because it is separated by something else. */
        Optional<ImportProblem> misfit(List<String> cells) {
            var beyond = cells.stream().skip(names.size()).anyMatch(cell -> !cell.isBlank());
            var other = cells.size() == 1
                    && names.size() > 1
                    && SEPARATORS.stream().anyMatch(one -> cells.get(0).indexOf(one) >= 0);
            return beyond || other
                    ? Optional.of(ImportProblem.in(
                            "", "cells", Integer.toString(cells.size()), Integer.toString(names.size())))
                    : Optional.empty();
        }
    }
}
