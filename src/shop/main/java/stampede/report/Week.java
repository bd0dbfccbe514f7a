package stampede.report;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.IsoFields;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A week of the calendar, Monday to Sunday, as ISO 8601 counts it; written {@code 2026-W48}.
 *
 * @param monday its first day
 */
public record Week(LocalDate monday) implements Comparable<Week> {

    private static final Pattern WRITTEN = Pattern.compile("(2\\d{3})-W(\\d{2})");
    private static final int LAST = 53;

    public Week {
        if (monday.getDayOfWeek() != DayOfWeek.MONDAY) {
            throw new IllegalArgumentException(monday + " is no Monday");
        }
    }

    /** The week that this day is in. */
    public static Week of(LocalDate day) {
        return new Week(day.with(DayOfWeek.MONDAY));
    }

    /** Reads the written form; empty if there is no such week. */
    public static Optional<Week> read(String text) {
        var parts = WRITTEN.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        var number = Integer.parseInt(parts.group(2));
        if (number < 1 || number > LAST) {
            return Optional.empty();
        }
        // The fourth of January is always in the first week.
        var week = of(LocalDate.of(Integer.parseInt(parts.group(1)), 1, 4).plusWeeks(number - 1L));
        return Optional.of(week).filter(found -> found.toString().equals(text));
    }

    public LocalDate sunday() {
        return monday.plusDays(6);
    }

    public Instant begins(ZoneId zone) {
        return monday.atStartOfDay(zone).toInstant();
    }

    /** The first instant behind it. */
    public Instant ends(ZoneId zone) {
        return later(1).begins(zone);
    }

    /** So many weeks later; earlier, if that is below zero. */
    public Week later(int weeks) {
        return new Week(monday.plusWeeks(weeks));
    }

    @Override
    public int compareTo(Week other) {
        return monday.compareTo(other.monday);
    }

    @Override
    public String toString() {
        return "%04d-W%02d"
                .formatted(monday.get(IsoFields.WEEK_BASED_YEAR), monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    }
}
