package stampede.api;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;
import stampede.api.problem.ApiRefusal;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.refusal.RefusalException;
import stampede.site.ShopTimes;

/** Reads what a request asks of a list. Programs are told of what cannot be read, where a page would leave it out. */
@Component
public class ListParameters {

    private final ShopTimes times;

    ListParameters(ShopTimes times) {
        this.times = times;
    }

    /**
     * What the request asks of the list.
     *
     * @throws RefusalException {@link ApiRefusal#INVALID_REQUEST} if a parameter of the list cannot be read
     */
    public ListQuery read(ListSpec list, HttpServletRequest request) {
        var query = ListQuery.of(list, request.getParameterMap(), times.zone());
        if (!query.ignored().isEmpty()) {
            throw new RefusalException(ApiRefusal.INVALID_REQUEST);
        }
        return query;
    }
}
