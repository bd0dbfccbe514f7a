package stampede.category;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a category stays as it is. The names are part of the JSON API. */
public enum CategoryRefusal implements RefusalReason {
    NO_SUCH_CATEGORY(HttpStatus.NOT_FOUND),
    /** The category that it is to be in is not there. */
    NO_SUCH_PARENT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** There are two levels: what is in another holds none, and what holds others is in none. */
    TOO_DEEP(HttpStatus.UNPROCESSABLE_CONTENT),
    NAME_MISSING(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A name has at most 60 characters and no slash. */
    BAD_NAME(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Another one beside it is called so. */
    NAME_TAKEN(HttpStatus.CONFLICT),
    /** Somebody else changed it since it was looked at. */
    CATEGORY_CHANGED(HttpStatus.CONFLICT),
    /** Products are in it. */
    CATEGORY_IN_USE(HttpStatus.CONFLICT),
    /** Others are in it. */
    CATEGORY_NOT_EMPTY(HttpStatus.CONFLICT),
    /** There are 500 at most. */
    TOO_MANY_CATEGORIES(HttpStatus.CONFLICT);

    private final HttpStatus status;

    CategoryRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "category.refusal." + name();
    }
}
