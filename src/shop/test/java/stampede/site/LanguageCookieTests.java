package stampede.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class LanguageCookieTests {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLanguageTravelsByHttpsOnlyWhereTheShopDoes(boolean secure) {
        var response = new MockHttpServletResponse();

        new LanguageConfiguration()
                .localeResolver(secure)
                .setLocale(new MockHttpServletRequest(), response, Locale.SIMPLIFIED_CHINESE);

        var cookie = String.valueOf(response.getHeader("Set-Cookie"));
        assertThat(cookie).startsWith("lang=").contains("HttpOnly", "SameSite=Lax");
        assertThat(cookie.contains("Secure")).isEqualTo(secure);
    }
}
