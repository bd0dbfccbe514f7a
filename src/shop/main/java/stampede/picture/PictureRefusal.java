package stampede.picture;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a picture is not taken, drawn or shown. The names are part of the JSON API. */
public enum PictureRefusal implements RefusalReason {
    /** A file without a byte, or no file. */
    PICTURE_EMPTY(HttpStatus.BAD_REQUEST),
    /** More than {@link Pictures#MOST_BYTES}. */
    PICTURE_TOO_HEAVY(HttpStatus.CONTENT_TOO_LARGE),
    /** By its content neither JPEG nor PNG, GIF or WebP, whatever its name says. */
    NOT_A_PICTURE(HttpStatus.UNSUPPORTED_MEDIA_TYPE),
    /** A side has fewer pixels than are worth showing. */
    PICTURE_TOO_SMALL(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It would take too much memory to decode. */
    PICTURE_TOO_LARGE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It breaks off, or cannot be decoded. */
    PICTURE_DAMAGED(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It would take too long to decode. */
    PICTURE_TOO_SLOW(HttpStatus.UNPROCESSABLE_CONTENT),
    /** There is none, or it is somebody else's. */
    NO_SUCH_PICTURE(HttpStatus.NOT_FOUND),
    /** The product has {@link ProductPictures#MOST}. */
    TOO_MANY_PICTURES(HttpStatus.CONFLICT),
    /** The account has uploaded {@link Pictures#MOST_PER_HOUR} within an hour. */
    TOO_MANY_UPLOADS(HttpStatus.TOO_MANY_REQUESTS);

    private final HttpStatus status;

    PictureRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "picture.refusal." + name();
    }
}
