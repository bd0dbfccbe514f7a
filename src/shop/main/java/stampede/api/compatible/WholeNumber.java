package stampede.api.compatible;

import com.fasterxml.jackson.annotation.JsonCreator;

/**
 * A number that clients send as one or as digits in a text.
 *
 * @param value from 0 to 999,999,999
 */
record WholeNumber(int value) {

    private static final String FORM = "\\d{1,9}";

    /** @throws IllegalArgumentException if it is neither */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static WholeNumber of(Object given) {
        var text = given.toString();
        if ((given instanceof Integer || given instanceof String) && text.matches(FORM)) {
            return new WholeNumber(Integer.parseInt(text));
        }
        throw new IllegalArgumentException("Not a whole number");
    }
}
