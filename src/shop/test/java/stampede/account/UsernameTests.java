package stampede.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsernameTests {

    @Test
    void readsUpperCaseAsLowerCase() {
        assertThat(new Username(" Ada.Lovelace-1815_x ")).hasToString("ada.lovelace-1815_x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "ab", "has space", "名字名字", "ſecret", "a'b--", "a/b", "x23456789012345678901234567890123"})
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> new Username(text))
                .isInstanceOfSatisfying(
                        AccountRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(AccountRefusal.BAD_USERNAME));
    }
}
