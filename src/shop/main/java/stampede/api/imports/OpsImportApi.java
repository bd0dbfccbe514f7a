package stampede.api.imports;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.imports.CheckedLine;

/** Files of operators, for any seller, and those that sellers sent. */
@RestController
@Tag(name = "Operations")
class OpsImportApi {

    private static final String PATH = "/api/ops/imports";
    private static final String FILE = "order,carrier,number,seller\n708540021337000001,SF,SF1234567890,teapots\n";

    private final ImportAnswers answers;

    OpsImportApi(ImportAnswers answers) {
        this.answers = answers;
    }

    @Operation(
            summary = "Read a CSV of at most 2 MB and 5,000 rows, and look at what it would do (operators)",
            requestBody =
                    @RequestBody(
                            required = true,
                            description = "UTF-8 or GB18030; comma, semicolon or tab; headings in any order",
                            content =
                                    @Content(
                                            mediaType = "text/csv",
                                            schema = @Schema(type = "string"),
                                            examples = @ExampleObject(name = "shipments", value = FILE))))
    @ApiResponse(responseCode = "201", description = "Read. Nothing is changed before it is applied")
    @Needs(Duty.RUN)
    @PostMapping(PATH)
    ResponseEntity<ImportView> read(
            @CurrentAccount SignedIn account,
            @RequestParam String kind,
            @RequestParam(defaultValue = "") String fileName,
            HttpServletRequest request)
            throws IOException {
        return answers.read(account, PATH, kind, fileName, request);
    }

    @Operation(summary = "Files that were read, newest first, a hundred below an id (operators)")
    @Needs(Duty.RUN)
    @GetMapping(PATH)
    List<ImportView> imports(@CurrentAccount SignedIn account, @RequestParam Optional<Long> before) {
        return answers.newest(account, before);
    }

    @Operation(summary = "A file that was read, and how far it is applied (operators)")
    @Needs(Duty.RUN)
    @GetMapping(PATH + "/{importId}")
    ImportView find(@CurrentAccount SignedIn account, @PathVariable long importId) {
        return answers.find(account, importId);
    }

    @Operation(summary = "Its rows, a hundred behind one; those that failed are among those that cannot be (operators)")
    @Needs(Duty.RUN)
    @GetMapping(PATH + "/{importId}/rows")
    List<ImportRowView> rows(
            @CurrentAccount SignedIn account,
            @PathVariable long importId,
            @RequestParam Optional<CheckedLine.State> state,
            @RequestParam Optional<Integer> after,
            Locale locale) {
        return answers.rows(account, importId, state, after, locale);
    }

    @Operation(summary = "Apply it in the background: the rows that can be, or all or none (operators)")
    @ApiResponse(responseCode = "202", description = "Begun; ask the import how far it is")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{importId}/apply")
    @ResponseStatus(HttpStatus.ACCEPTED)
    ImportView apply(
            @CurrentAccount SignedIn account,
            @PathVariable long importId,
            @RequestParam(defaultValue = "false") boolean allOrNone) {
        return answers.apply(account, importId, allOrNone);
    }

    @Operation(
            summary =
                    "Take it back in the background, within 24 hours: the rows that nobody has used or changed since (operators)")
    @ApiResponse(responseCode = "202", description = "Begun; ask the import how far it is")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{importId}/take-back")
    @ResponseStatus(HttpStatus.ACCEPTED)
    ImportView takeBack(
            @CurrentAccount SignedIn account,
            @PathVariable long importId,
            @Valid @org.springframework.web.bind.annotation.RequestBody TakeBackRequest request) {
        return answers.takeBack(account, importId, request.reason());
    }
}
