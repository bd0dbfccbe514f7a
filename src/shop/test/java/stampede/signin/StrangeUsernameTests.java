package stampede.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.security.Browser;
import tools.jackson.databind.json.JsonMapper;

/** Whatever is typed for a username is answered like any other mistake. */
@StampedeTest
class StrangeUsernameTests {

    private static final String PASSWORD = "correct horse";

    @Autowired
    private Accounts accounts;

    @Autowired
    private JsonMapper json;

    @LocalServerPort
    private int port;

    private Browser browser;

    @BeforeEach
    void openBrowser() {
        browser = new Browser(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"用户", "éric", "nul\u0000nul", "🐎🐎🐎", "\uD83Dlone", "' or 1=1 -- ", ""})
    void signingInWithAnyTextIsAnsweredAsAWrongPassword(String username) {
        var byApi = browser.json("POST", "/api/v1/tokens", credentials(username));
        assertThat(byApi.statusCode()).as(byApi.body()).isEqualTo(401);
        assertThat(byApi.body()).contains("BAD_CREDENTIALS");

        var byPage = browser.signIn(username, PASSWORD);
        assertThat(byPage.statusCode()).isEqualTo(401);
        assertThat(byPage.body()).contains("Username and password do not match");
    }

    @ParameterizedTest
    @ValueSource(strings = {"用户", "éric", "nul\u0000nul", "🐎🐎🐎"})
    void registeringWithAnyTextIsRefusedByName(String username) {
        var byApi = browser.json("POST", "/api/v1/accounts", credentials(username));
        assertThat(byApi.statusCode()).as(byApi.body()).isEqualTo(400);
        assertThat(byApi.body()).contains("BAD_USERNAME");

        assertThat(browser.register(username, PASSWORD).statusCode()).isEqualTo(400);
        assertThat(accounts.find(username)).isEmpty();
    }

    private String credentials(String username) {
        return json.writeValueAsString(Map.of("username", username, "password", PASSWORD));
    }
}
