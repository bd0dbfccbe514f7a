package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;
import stampede.order.OrderId;
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

    /** By its bits: 41 of time, 10 of the node, 12 of a sequence. */
    @ParameterizedTest
    @CsvSource({"0, 000", "5, 005", "256, 100", "1023, 3ff"})
    void saysToAlipayWhichNodeHasMadeAnOrder(int node, String digits) {
        var order = new OrderId((123_456_789L << 22) | ((long) node << 12) | 4_095);

        assertThat(address("https://shop.example", "production").notifyUrl(order))
                .hasToString("https://shop.example/payments/alipay/notify/" + digits);
    }

    @Test
    void hearsFromAlipayUnderAnotherNameIfItIsToldSo() {
        var shop = address("https://two.shop.example", "https://shop.example", "production");

        assertThat(shop.notifyUrl(new OrderId(1))).hasHost("shop.example");
        assertThat(shop.returnUrl()).hasHost("two.shop.example");
        assertThatExceptionOfType(WrongSetup.class)
                .isThrownBy(() -> address("https://two.shop.example", "http://shop.example", "production"))
                .withMessageContaining("STAMPEDE_NOTIFY_URL is http://shop.example");
    }

    private static ShopAddress address(String publicUrl, String profile) {
        return address(publicUrl, "", profile);
    }

    private static ShopAddress address(String publicUrl, String notifyUrl, String profile) {
        var environment = new MockEnvironment();
        environment.setActiveProfiles(profile);
        return new ShopAddress(
                new PaymentProperties(publicUrl, notifyUrl, List.of(Duration.ofMinutes(1)), Duration.ofSeconds(40), 10),
                environment);
    }
}
