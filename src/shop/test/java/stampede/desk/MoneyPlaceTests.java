package stampede.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoneyPlaceTests {

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:20088/gateway.do, DEMO",
        "http://localhost:20088/gateway.do, DEMO",
        "https://openapi-sandbox.dl.alipaydev.com/gateway.do, SANDBOX",
        "https://openapi.alipay.com/gateway.do, PRODUCTION",
        "https://OPENAPI.alipay.com/gateway.do, PRODUCTION",
        "https://openapi.alipay.com.example.org/gateway.do, SANDBOX",
    })
    void isToldByTheGateway(URI gateway, MoneyPlace place) {
        assertThat(MoneyPlace.of(gateway)).isEqualTo(place);
    }
}
