package stampede.imports.kind;

import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import stampede.imports.ImportLine;
import stampede.imports.ImportProblem;
import stampede.money.Money;

/** Reads what people write into cells: wide digits, thousands, ¥ and 元, moments on the shop's clock. What cannot be read is a problem of its column. */
final class CellReader {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,3}(,\\d{3})+(\\.\\d{1,2})?|\\d{1,9}(\\.\\d{1,2})?");

    private final ImportLine line;
    private final ZoneId zone;
    private final List<ImportProblem> problems;

    CellReader(ImportLine line, ZoneId zone, List<ImportProblem> problems) {
        this.line = line;
        this.zone = zone;
        this.problems = problems;
    }

    /** A whole number; empty if nothing stands there, or nothing that can be read. */
    Optional<Integer> whole(String column) {
        return read(column, "whole", text -> Integer.valueOf(number(text)));
    }

    /** An amount in yuan. */
    Optional<Money> money(String column) {
        return read(
                column,
                "money",
                text -> Money.ofYuan(number(text.replaceFirst("^¥", "").replaceFirst("元$", ""))));
    }

    /** A moment with its offset, or on the shop's clock; a day alone begins at midnight. */
    Optional<Instant> moment(String column) {
        return read(column, "moment", this::instant);
    }

    private <T> Optional<T> read(String column, String problem, Function<String, T> reader) {
        var given = line.cell(column);
        try {
            return given.map(text -> reader.apply(
                    Normalizer.normalize(text, Normalizer.Form.NFKC).strip()));
        } catch (IllegalArgumentException | DateTimeException unreadable) {
            problems.add(ImportProblem.in(column, problem, given.orElse("")));
            return Optional.empty();
        }
    }

    private static String number(String text) {
        var narrow = text.replace(" ", "");
        if (!NUMBER.matcher(narrow).matches()) {
            throw new IllegalArgumentException("Not a number");
        }
        return narrow.replace(",", "");
    }

    private Instant instant(String written) {
        var text = written.replace('/', '-').replace(' ', 'T');
        if (!text.contains("T")) {
            return LocalDate.parse(text).atStartOfDay(zone).toInstant();
        }
        return text.matches(".*(Z|[+-]\\d\\d:\\d\\d)")
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDateTime.parse(text).atZone(zone).toInstant();
    }
}
