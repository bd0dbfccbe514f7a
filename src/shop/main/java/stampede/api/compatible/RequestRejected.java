package stampede.api.compatible;

import org.springframework.http.HttpStatus;

/** A no in the words that clients of the earlier shop compare. */
final class RequestRejected extends RuntimeException {

    private final HttpStatus status;
    private final String words;

    RequestRejected(HttpStatus status, String words) {
        super(words, null, false, false);
        this.status = status;
        this.words = words;
    }

    HttpStatus status() {
        return status;
    }

    String words() {
        return words;
    }
}
