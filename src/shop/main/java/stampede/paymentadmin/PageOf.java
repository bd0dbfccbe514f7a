package stampede.paymentadmin;

import java.util.List;

/** One page of many. */
public record PageOf<T>(List<T> items, int page, int size, long total) {

    public PageOf {
        items = List.copyOf(items);
    }
}
