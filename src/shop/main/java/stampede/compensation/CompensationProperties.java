package stampede.compensation;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Where the log of what was undone or repaired is kept.
 *
 * @param storage in the table, in a file, or in both
 * @param directory of the file {@code compensation.jsonl}, one for each node; empty: there is no file
 * @param keep how long a row is kept
 */
@Validated
@ConfigurationProperties("stampede.compensation")
record CompensationProperties(
        @DefaultValue("both") Storage storage,
        @DefaultValue("") String directory,
        @DurationMin(days = 1) @DefaultValue("90d") Duration keep) {

    /** Where lines go. */
    enum Storage {
        BOTH,
        DB,
        FILE;

        boolean hasTable() {
            return this != FILE;
        }

        boolean hasFile() {
            return this != DB;
        }
    }
}
