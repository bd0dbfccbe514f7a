package stampede.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** That axe looks at all: a page without faults would pass with an inspection that does nothing. */
@Apart
class AxeInspectionTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static final String PAGE =
            "<!DOCTYPE html><html lang='en'><title>t</title><main><h1>One</h1><p style='color:%s'>Some words</p></main>";

    @Test
    void findsWordsThatAreTooPaleAndPassesThoseThatAreNot() {
        try (var visitor = chromium.visitor("about:blank", Device.PHONE)) {
            visitor.page().setContent(PAGE.formatted("#aaa"));
            assertThat(AxeInspection.now(visitor.page()))
                    .singleElement()
                    .asString()
                    .startsWith("color-contrast");

            visitor.page().setContent(PAGE.formatted("#333"));
            assertThat(AxeInspection.now(visitor.page())).isEmpty();
        }
    }
}
