package stampede.imports;

import java.util.List;

/**
 * A file as it was read.
 *
 * @param charset in which it was written
 * @param ignored headings that no column has
 * @param lines its rows, blank ones left out
 * @param problems of rows whose cells do not fit the heading; those are not in {@code lines}
 */
record ImportFile(String charset, List<String> ignored, List<ImportLine> lines, List<CheckedLine> problems) {

    ImportFile {
        ignored = List.copyOf(ignored);
        lines = List.copyOf(lines);
        problems = List.copyOf(problems);
    }
}
