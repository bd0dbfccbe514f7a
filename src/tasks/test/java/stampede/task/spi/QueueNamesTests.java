package stampede.task.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueNamesTests {

    private static final String LEGAL = "[a-z][a-z0-9-]{0,31}";

    @ParameterizedTest
    @CsvSource({
        "'', stampede",
        "stampede, stampede",
        "My App, my-app",
        "shop.orders_v2, shop-orders-v2",
        "' greeter ', greeter",
        "-a-, a"
    })
    void makesAPrefixOfTheNameOfTheApplication(String application, String prefix) {
        assertThat(QueueNames.prefixOf(application)).isEqualTo(prefix).matches(LEGAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"订单服务", "2nd-shop", "a-name-that-is-longer-than-the-32-characters", "ключ", "!"})
    void tellsNamesApartThatLoseMuch(String application) {
        assertThat(QueueNames.prefixOf(application))
                .matches(LEGAL)
                .isNotEqualTo(QueueNames.prefixOf(application + "x"))
                .isNotEqualTo(QueueNames.prefixOf("stampede"));
    }
}
