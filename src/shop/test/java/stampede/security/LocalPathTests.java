package stampede.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalPathTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/offers/42",
                "/orders?page=2&size=10",
                "/a/b;c=d",
                "/?continue=//evil.example",
                "/%E6%97%A5",
                "/a..b/.c",
                "/a?b=//c/../d"
            })
    void leadsWithinTheShop(String path) {
        assertThat(new LocalPath(path)).hasToString(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "offers/42",
                "//evil.example",
                "///evil.example",
                "/\\evil.example",
                "\\\\evil.example",
                "/\t/evil.example",
                "/\n/evil.example",
                " //evil.example",
                "http://evil.example/",
                "javascript:alert(1)",
                "/a\r\nSet-Cookie: x=y",
                "/{x}",
                "/..//x",
                "/a/../b",
                "/./a",
                "/a/..",
                "/%2e%2E/a",
                "/a%2fb",
                "/a//b",
                "/日"
            })
    void leadsNowhereElse(String path) {
        assertThat(new LocalPath(path)).hasToString("/");
    }
}
