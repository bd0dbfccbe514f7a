package stampede.desk;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;

/**
 * What an act on a list is meant for: the rows that were chosen, or all that matched when the page was drawn.
 *
 * @param ids of the rows that were chosen; empty if all that match are meant
 * @param all which those are
 */
public record Selection(List<Long> ids, Optional<Matching> all) {

    public Selection {
        ids = List.copyOf(ids);
    }

    /**
     * Reads a form that {@code desk/list} drew.
     *
     * @throws FilterLost if it says neither: nothing is ever done to all rows because something is missing
     */
    public static Selection of(HttpServletRequest request) {
        var filter = parameter(request, "filter");
        var number = parameter(request, "number");
        var moment = parameter(request, "moment");
        if ("all".equals(parameter(request, "chosen"))) {
            if (filter.isBlank() || !isNumber(number) || !isNumber(moment)) {
                throw new FilterLost();
            }
            return new Selection(
                    List.of(),
                    Optional.of(new Matching(
                            filter, Long.parseLong(number), Instant.ofEpochMilli(Long.parseLong(moment)))));
        }
        var ids = request.getParameterValues("id");
        var chosen = Arrays.stream(ids == null ? new String[0] : ids)
                .filter(id -> isNumber(id) && !id.startsWith("0"))
                .map(Long::valueOf)
                .distinct()
                .toList();
        if (chosen.isEmpty()) {
            throw new FilterLost();
        }
        return new Selection(chosen, Optional.empty());
    }

    private static String parameter(HttpServletRequest request, String name) {
        var given = request.getParameter(name);
        return given == null ? "" : given;
    }

    private static boolean isNumber(String text) {
        return text.matches("\\d{1,18}|[1-8]\\d{18}");
    }

    /**
     * All rows that matched.
     *
     * @param filter as it was, {@link stampede.listing.ListQuery#filter()}
     * @param number how many there were
     * @param moment when the page was drawn: what came later is not meant
     */
    public record Matching(String filter, long number, Instant moment) {

        /**
         * The list that was looked at.
         *
         * @throws FilterLost if its filter cannot be read, or only a part of it
         */
        public ListQuery query(ListSpec spec, ZoneId zone) {
            var query = ListQuery.ofFilter(spec, filter, zone);
            if (!query.isFiltered() || !query.filter().equals(filter)) {
                throw new FilterLost();
            }
            return query;
        }
    }
}
