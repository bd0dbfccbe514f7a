package stampede.imports;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a file is not read or not applied. The names are part of the JSON API. */
public enum ImportRefusal implements RefusalReason {
    /** There is none by that number, or it is somebody else's. */
    NO_SUCH_IMPORT(HttpStatus.NOT_FOUND),
    /** Nothing of that kind is imported. */
    NO_SUCH_KIND(HttpStatus.NOT_FOUND),
    /** A file has at most 2 MB. */
    FILE_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE),
    /** A file has at most 5,000 rows. */
    TOO_MANY_ROWS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It is a workbook of Excel, whatever its name says. */
    EXCEL_FILE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It holds bytes that no text has. */
    NO_TEXT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It is neither UTF-8 nor GB18030. */
    WRONG_CHARSET(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A quote is opened and never closed. */
    OPEN_QUOTE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Something stands between a closing quote and the end of the cell. */
    STRAY_QUOTE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The heading lacks columns. */
    MISSING_COLUMN(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The heading has a column twice. */
    DUPLICATE_COLUMN(HttpStatus.UNPROCESSABLE_CONTENT),
    /** There is nothing below the heading. */
    NO_ROWS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** One account has at most 200 files read in a day. */
    TOO_MANY_IMPORTS(HttpStatus.CONFLICT),
    /** It was applied before. */
    APPLIED_ALREADY(HttpStatus.CONFLICT),
    /** No row would change anything. */
    NOTHING_TO_APPLY(HttpStatus.CONFLICT),
    /** All or none was asked for, and some rows cannot be. */
    NOT_ALL_CAN(HttpStatus.CONFLICT),
    /** What was not applied, or not to its end, cannot be taken back. */
    NOT_APPLIED_YET(HttpStatus.CONFLICT),
    /** It was applied more than a day ago. */
    TOO_LATE_TO_TAKE_BACK(HttpStatus.CONFLICT),
    /** It was taken back before. */
    TAKEN_BACK_ALREADY(HttpStatus.CONFLICT),
    /** A reason has 5 to 200 characters. */
    BAD_REASON(HttpStatus.UNPROCESSABLE_CONTENT);

    private final HttpStatus status;

    ImportRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "imports.refusal." + name();
    }
}
