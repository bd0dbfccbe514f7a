package stampede.api;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Pattern;

/** A day as requests name it: {@code 2026-11-11}, four digits for the year and nothing around it. */
record DayParameter(LocalDate date) {

    private static final Pattern FORM = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    /**
     * Reads the form above. Public because Spring finds it so.
     *
     * @throws IllegalArgumentException if there is no such day
     */
    public static DayParameter of(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("A day looks like 2026-11-11");
        }
        try {
            return new DayParameter(LocalDate.parse(text));
        } catch (DateTimeException noSuchDay) {
            throw new IllegalArgumentException("There is no such day", noSuchDay);
        }
    }
}
