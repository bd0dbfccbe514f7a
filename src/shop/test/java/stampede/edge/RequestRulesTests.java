package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;

class RequestRulesTests {

    private final RequestRules rules = new RequestRules(65_536, 1_000_000, List.of("Shop.example", "127.0.0.2"));

    @ParameterizedTest
    @ValueSource(strings = {"shop.example", "SHOP.EXAMPLE", "127.0.0.2", "10.1.2.3"})
    void answersUnderItsNamesAndTheAddressThatWasCalled(String host) {
        assertThat(rules.refusal(askedFor(host))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "shop.example.evil.example", "10.1.2.4", "localhost"})
    void answersUnderNoOtherName(String host) {
        assertThat(rules.refusal(askedFor(host))).contains(HttpStatus.MISDIRECTED_REQUEST);
    }

    @Test
    void answersUnderAnyNameIfNoneIsSet() {
        assertThat(new RequestRules(65_536, 1_000_000, List.of()).refusal(askedFor("evil.example")))
                .isEmpty();
    }

    @Test
    void inProductionTheNameIsThatOfThePublicAddressUnlessOthersAreSet() {
        assertThat(new EdgeProperties(65_536, Set.of(), Duration.ZERO, false).hostsOr("https://shop.example:8443"))
                .containsExactly("shop.example");
        assertThat(new EdgeProperties(65_536, Set.of("other"), Duration.ZERO, false).hostsOr("https://shop.example"))
                .containsExactly("other");
        assertThat(new EdgeProperties(65_536, Set.of(), Duration.ZERO, false).hostsOr(""))
                .isEmpty();
    }

    @Test
    void takesBodiesUpToTheLimit() {
        var request = askedFor("shop.example");
        request.setContent(new byte[65_536]);
        assertThat(rules.refusal(request)).isEmpty();
        request.setContent(new byte[65_537]);
        assertThat(rules.refusal(request)).contains(HttpStatus.CONTENT_TOO_LARGE);
    }

    private static MockHttpServletRequest askedFor(String host) {
        var request = new MockHttpServletRequest("GET", "/");
        request.setServerName(host);
        request.setLocalAddr("10.1.2.3");
        return request;
    }
}
