package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;
import stampede.support.WrongSetup;

class ShopAddressTests {

    @ParameterizedTest
    @ValueSource(strings = {"", "http://shop.example"})
    void productionIsReachedByHttpsOnly(String publicUrl) {
        assertThatExceptionOfType(WrongSetup.class)
                .isThrownBy(() -> address(publicUrl, "production"))
                .withMessageContaining("STAMPEDE_PUBLIC_URL is");
    }

    @ParameterizedTest
    @CsvSource({"https://shop.example, production", "http://127.0.0.1:20080, demo"})
    void takesOtherAddressesAsTheyAre(String publicUrl, String profile) {
        assertThat(address(publicUrl, profile).returnUrl()).hasToString(publicUrl + "/payments/alipay/return");
    }

    private static ShopAddress address(String publicUrl, String profile) {
        var environment = new MockEnvironment();
        environment.setActiveProfiles(profile);
        return new ShopAddress(
                new PaymentProperties(publicUrl, List.of(Duration.ofMinutes(1)), Duration.ofSeconds(40), 10),
                environment);
    }
}
