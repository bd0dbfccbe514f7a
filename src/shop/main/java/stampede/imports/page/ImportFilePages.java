package stampede.imports.page;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.springframework.context.MessageSource;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.SignedIn;
import stampede.desk.CsvDownload;
import stampede.imports.CheckedLine;
import stampede.imports.ImportBatch;
import stampede.imports.ImportColumn;
import stampede.imports.ImportProblem;
import stampede.imports.ImportRefused;
import stampede.imports.ImportRow;
import stampede.imports.Imports;

/** What there is to read and to download beside an import: its columns, a template, and the rows that cannot be. */
@Component
class ImportFilePages {

    private static final int AT_ONCE = 500;

    private final Imports imports;
    private final ImportPages pages;
    private final CsvDownload download;
    private final MessageSource messages;

    ImportFilePages(Imports imports, ImportPages pages, CsvDownload download, MessageSource messages) {
        this.imports = imports;
        this.pages = pages;
        this.download = download;
        this.messages = messages;
    }

    /** What may stand in a file of this kind. */
    ModelAndView columns(SignedIn account, String base, String kind) {
        return new ModelAndView("imports/columns")
                .addObject("base", base)
                .addObject("kind", kind)
                .addObject("columns", known(account, kind));
    }

    /** A file with its heading and one row. */
    void template(SignedIn account, String kind, HttpServletResponse response) throws IOException {
        var columns = known(account, kind);
        download.send(
                response,
                kind + "-template",
                columns.stream().map(ImportColumn::name).toList(),
                (most, line) -> {
                    line.accept(columns.stream().map(ImportColumn::example).toArray());
                    return true;
                });
    }

    /** The rows that cannot be, as they came, with why in a column {@code error}: mended they go back in. */
    void errors(SignedIn account, String id, Locale locale, HttpServletResponse response) throws IOException {
        var batch = pages.find(account, id);
        var columns = imports.columns(account, batch.kind());
        var heading = new ArrayList<String>(List.of("row"));
        columns.forEach(column -> heading.add(column.name()));
        heading.add("error");
        download.send(
                response,
                batch.kind() + "-errors",
                heading,
                (most, line) -> forEach(batch, row -> line.accept(cells(row, columns, locale))));
    }

    private boolean forEach(ImportBatch batch, Consumer<ImportRow> act) {
        List<ImportRow> page;
        var after = 0;
        do {
            page = imports.rows(batch, Optional.of(CheckedLine.State.CANNOT), after, AT_ONCE);
            page.forEach(act);
            after = page.isEmpty()
                    ? 0
                    : page.get(page.size() - 1).checked().line().number();
        } while (page.size() == AT_ONCE);
        return true;
    }

    private Object[] cells(ImportRow row, List<ImportColumn> columns, Locale locale) {
        var line = row.checked().line();
        var cells = new ArrayList<Object>();
        cells.add(line.number());
        columns.forEach(column -> cells.add(line.cell(column.name()).orElse("")));
        cells.add(row.checked().problems().stream()
                .map(problem -> sentence(problem, locale))
                .collect(Collectors.joining(" ")));
        return cells.toArray();
    }

    private String sentence(ImportProblem problem, Locale locale) {
        var said = messages.getMessage(problem.message(), problem.arguments(), locale);
        return problem.column().isEmpty() ? said : problem.column() + ": " + said;
    }

    private List<ImportColumn> known(SignedIn account, String kind) {
        try {
            return imports.columns(account, kind);
        } catch (ImportRefused none) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
    }
}
