package stampede.books;

import java.util.Optional;

/** How many tasks lie in the dead-letter queue: given up, and not yet in the table where people see them. */
@FunctionalInterface
public interface DeadLetterCount {

    /** Empty if the broker cannot be asked. */
    Optional<Long> waiting();
}
