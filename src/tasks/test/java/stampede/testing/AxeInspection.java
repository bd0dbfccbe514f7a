package stampede.testing;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks with axe-core whether everybody can use a page: WCAG 2.1 A and AA. Its script comes by
 * the protocol of the developer's tools, which the policy of a page does not concern. A page in a state that was looked at before by
 * this light is not looked at again by this JVM, whatever the device: it takes a quarter of a second.
 */
final class AxeInspection {

    /** Empty where somebody runs a test without axe on the class path; {@code AxeInspectionTests} fails then. */
    private static final String SCRIPT = script();

    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    /** Where the page is, and of what kinds of things it is made. */
    private static final String STATE = """
            () => location.pathname.replace(/[0-9a-f-]*[0-9][0-9a-f-]*/g, 'n') + ' '
              + [...new Set([...document.querySelectorAll('main *')].map(one => one.tagName + '.' + (one.getAttribute('class') ?? '')))].sort()
            """;

    private static final String RUN = """
            () => axe.run({ exclude: ['.uplot'] }, {
              runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
              resultTypes: ['violations'],
            }).then(result => result.violations.flatMap(rule => rule.nodes.map(node =>
              rule.id + ' (' + rule.help + '): ' + node.html.slice(0, 160) + ' ' + [...node.any, ...node.all].map(check => check.message).join('; '))))
            """;

    private AxeInspection() {}

    /** What is wrong with the page, a line for each element; nothing if this page was looked at before. */
    static List<String> of(Page page, Device device) {
        var state = page.evaluate(STATE) + " " + device.dark();
        return !SCRIPT.isEmpty() && SEEN.add(state) ? now(page) : List.of();
    }

    /** The same of a page, whether or not it was looked at before. */
    static List<String> now(Page page) {
        page.evaluate("() => {" + SCRIPT + "\n}");
        return ((List<?>) page.evaluate(RUN)).stream().map(Object::toString).toList();
    }

    private static String script() {
        try (var file = AxeInspection.class.getResourceAsStream("/axe.min.js")) {
            return file == null ? "" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
