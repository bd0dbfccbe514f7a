package stampede.storefront;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** There is no such page, or it is not the visitor's to see. */
public class PageNotFound extends ResponseStatusException {

    public PageNotFound() {
        super(HttpStatus.NOT_FOUND);
    }
}
