package stampede.api.imports;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.problem.ApiRefusal;
import stampede.imports.CheckedLine;
import stampede.imports.ImportProblem;
import stampede.imports.ImportRow;
import stampede.imports.Imports;
import stampede.imports.TakeBacks;
import stampede.refusal.RefusalException;

/** What sellers and operators are answered alike; the difference is whose imports there are for them. */
@Component
class ImportAnswers {

    private static final MediaType CSV = new MediaType("text", "csv");
    private static final int PAGE = 100;

    private final Imports imports;
    private final TakeBacks takeBacks;
    private final MessageSource messages;

    ImportAnswers(Imports imports, TakeBacks takeBacks, MessageSource messages) {
        this.imports = imports;
        this.takeBacks = takeBacks;
        this.messages = messages;
    }

    /** @param path where this person's imports are */
    ResponseEntity<ImportView> read(
            SignedIn account, String path, String kind, String fileName, HttpServletRequest request)
            throws IOException {
        // Looked at here, because whoever may not send files is to be told that first.
        if (!isCsv(request.getContentType())) {
            throw new RefusalException(ApiRefusal.UNSUPPORTED_MEDIA_TYPE);
        }
        // One byte more than there may be tells that it is too long, without reading what comes behind.
        var bytes = request.getInputStream().readNBytes(Imports.LONGEST_FILE + 1);
        var batch = imports.read(account, kind, fileName, bytes);
        return ResponseEntity.created(URI.create(path + "/" + batch.id()))
                .body(ImportView.of(batch, imports.count(batch)));
    }

    List<ImportView> newest(SignedIn account, Optional<Long> before) {
        return imports.newest(Scope.of(account), before.orElse(Long.MAX_VALUE), PAGE).stream()
                .map(batch -> ImportView.of(batch, imports.count(batch)))
                .toList();
    }

    ImportView find(SignedIn account, long id) {
        var batch = imports.find(Scope.of(account), id);
        return ImportView.of(batch, imports.count(batch));
    }

    List<ImportRowView> rows(
            SignedIn account, long id, Optional<CheckedLine.State> state, Optional<Integer> after, Locale locale) {
        var batch = imports.find(Scope.of(account), id);
        return imports.rows(batch, state, after.orElse(0), PAGE).stream()
                .map(row -> view(row, locale))
                .toList();
    }

    ImportView apply(SignedIn account, long id, boolean allOrNone) {
        imports.apply(account, id, allOrNone);
        return find(account, id);
    }

    ImportView takeBack(SignedIn account, long id, String reason) {
        takeBacks.begin(account, id, reason);
        return find(account, id);
    }

    private ImportRowView view(ImportRow row, Locale locale) {
        var checked = row.checked();
        return new ImportRowView(
                checked.line().number(),
                checked.state(),
                row.outcome().orElse(null),
                row.takenBack().orElse(null),
                checked.line().cells(),
                checked.changes(),
                checked.problems().stream()
                        .map(problem -> new ImportRowView.Problem(problem.column(), words(problem, locale)))
                        .toList());
    }

    private static boolean isCsv(@Nullable String type) {
        return type != null && MediaType.parseMediaType(type).isCompatibleWith(CSV);
    }

    private String words(ImportProblem problem, Locale locale) {
        return messages.getMessage(problem.message(), problem.arguments(), locale);
    }
}
