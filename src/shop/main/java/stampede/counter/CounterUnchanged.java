package stampede.counter;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Redis was not asked, or refused before it ran anything: nothing has changed. Any other failure of a call leaves open whether it
 * was carried out.
 */
public class CounterUnchanged extends TransientDataAccessResourceException {

    CounterUnchanged(String why) {
        super(why);
    }

    CounterUnchanged(String why, Throwable cause) {
        super(why, cause);
    }
}
