package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTests {

    @Test
    void isReadWithOrWithoutQuotes() {
        assertThat(IdempotencyKey.of("\"8e03978e-40d5\"")).isEqualTo(IdempotencyKey.of("8e03978e-40d5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"", "\"\"", "a b", "a|b", "a:b", "ключ", "\"a", "a\"", "\n"})
    void isNothingElse(String header) {
        assertThatIllegalArgumentException().isThrownBy(() -> IdempotencyKey.of(header));
    }
}
