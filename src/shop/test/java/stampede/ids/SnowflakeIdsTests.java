package stampede.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.hypersistence.tsid.TSID;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SnowflakeIdsTests {

    @Test
    void readsTheTimeAsTheLibraryDoes() {
        var id = 823_456_789_012_345_678L;

        assertThat(Ids.epochMillisOf(id)).isEqualTo(TSID.from(id).getInstant().toEpochMilli());
    }

    @Test
    void lastsUntilTheFortyOneBitsAreFull() {
        assertThat(Instant.ofEpochMilli(Ids.epochMillisOf(Long.MAX_VALUE))).isAfter("2089-01-01T00:00:00Z");
    }
}
