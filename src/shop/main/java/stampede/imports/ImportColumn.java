package stampede.imports;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A column that a kind of file may have.
 *
 * @param name in templates, in JSON and in messages ({@code imports.column.NAME})
 * @param required whether a file without it is refused, and a row without a value
 * @param longest how many characters a value may have
 * @param example a value for the template
 * @param otherNames under which files may call it, in any language; upper and lower case, spaces and signs do not count
 */
public record ImportColumn(String name, boolean required, int longest, String example, List<String> otherNames) {

    /** The column of operators in which the name of a seller stands. */
    public static final String SELLER = "seller";

    public ImportColumn {
        otherNames = List.copyOf(otherNames);
    }

    /** A column that has to be there. */
    public static ImportColumn required(String name, int longest, String example, String... otherNames) {
        return new ImportColumn(name, true, longest, example, List.of(otherNames));
    }

    /** A column that may be left out. */
    public static ImportColumn optional(String name, int longest, String example, String... otherNames) {
        return new ImportColumn(name, false, longest, example, List.of(otherNames));
    }

    /** Whether a file means this column by that heading. */
    boolean isCalled(String heading) {
        var plain = plain(heading);
        return Stream.concat(Stream.of(name), otherNames.stream())
                .anyMatch(known -> plain(known).equals(plain));
    }

    /** Without what people write in one way or another: width, case, spaces and signs. */
    private static String plain(String heading) {
        return Normalizer.normalize(heading, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}]", "");
    }
}
