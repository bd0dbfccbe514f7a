package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PaymentPropertiesTests {

    @Test
    void countsQueriesFromTheBegin() {
        var properties = properties(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(15));

        assertThat(IntStream.rangeClosed(0, properties.lastRound()).mapToObj(properties::pauseBefore))
                .containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(4), Duration.ofMinutes(10));
    }

    @Test
    void refusesQueriesThatDoNotRise() {
        assertThatThrownBy(() -> properties(Duration.ofMinutes(5), Duration.ofMinutes(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static PaymentProperties properties(Duration... queryAfter) {
        return new PaymentProperties("", "", List.of(queryAfter), Duration.ofSeconds(40), 10);
    }
}
