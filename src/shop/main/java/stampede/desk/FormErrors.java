package stampede.desk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is wrong with a form, field by field, in the order of the form. */
public final class FormErrors {

    private final List<FormError> all = new ArrayList<>();

    /**
     * Says what is wrong with a field; the first word on each is kept.
     *
     * @param field its name and id
     * @param message the key of a sentence that says what to do
     * @param values of the message
     */
    public void reject(String field, String message, Object... values) {
        if (of(field).isEmpty()) {
            all.add(new FormError(field, message, List.of(values)));
        }
    }

    public boolean none() {
        return all.isEmpty();
    }

    public List<FormError> all() {
        return List.copyOf(all);
    }

    public Optional<FormError> of(String field) {
        return all.stream().filter(error -> error.field().equals(field)).findFirst();
    }

    /** What is wrong with one field: a message and its values. */
    public record FormError(String field, String message, List<Object> values) {

        /** For templates. */
        public Object[] arguments() {
            return values.toArray();
        }
    }
}
