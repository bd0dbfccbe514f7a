package stampede.support.clock;

import java.util.OptionalLong;

/** A clock that is looked at and never gone by: Redis', where there is one. */
@FunctionalInterface
interface OtherClock {

    /** Where there is none. */
    OtherClock NONE = OptionalLong::empty;

    /** Epoch milliseconds; empty if it does not answer. */
    OptionalLong millis();
}
