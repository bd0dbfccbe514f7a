package stampede;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The map is true: every module is on it once, with the arrows that its package-info allows and a picture of what there is. */
class ArchitectureDocTests {

    private static final Pattern MODULE = Pattern.compile("@ApplicationModule\\b(?:\\(([^)]*)\\))?");
    private static final Pattern ALLOWED = Pattern.compile("allowedDependencies\\s*=\\s*(\\{[^}]*}|\"[^\"]*\")");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package\\s+([\\w.]+);");
    private static final Pattern TEXT = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern SECTION = Pattern.compile("(?ms)^### (\\S+)\\n(.*?)(?=^##|\\z)");
    private static final Pattern PARAGRAPH = Pattern.compile("\\A\\s*\\p{Lu}.{20}");
    private static final Pattern PICTURE = Pattern.compile("(?ms)^```\\n(.*?)^```$");
    private static final Pattern USES = Pattern.compile("(?ms)^Uses: (.*?)\\.$");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    private static final Pattern CLASS = Pattern.compile("\\b[A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]+)+\\b");

    /** Words of others that are written like classes. */
    private static final Set<String> NO_CLASSES = Set.of("JavaScript", "MariaDB", "MySQL", "RabbitMQ");

    private final RepositoryFiles files = new RepositoryFiles();
    private final String map = files.text("src/docs/architecture.md");

    @Test
    void everyModuleIsOnTheMapOnceAndNothingElseIs() {
        assertThat(sections().map(section -> section.group(1)))
                .containsExactlyInAnyOrderElementsOf(modules().keySet());
    }

    @Test
    void theArrowsOnTheMapAreThoseThatAreAllowed() {
        var arrows = new TreeMap<String, Set<String>>();
        sections().forEach(section -> arrows.put(section.group(1), uses(section.group(2))));

        assertThat(lines(arrows)).containsExactlyInAnyOrderElementsOf(lines(modules()));
    }

    /** So the page can be read from its top, and no arrow climbs. */
    @Test
    void everyModuleUsesOnlyWhatStandsAboveIt() {
        var above = new HashSet<String>();
        sections().forEach(section -> {
            assertThat(uses(section.group(2)).stream().map(name -> name.split(":", 2)[0]))
                    .as(section.group(1))
                    .isSubsetOf(above);
            above.add(section.group(1));
        });
        assertThat(above).isNotEmpty();
    }

    @Test
    void everySectionHasAParagraphAndAPicture() {
        assertThat(sections()
                        .filter(section -> !PARAGRAPH.matcher(section.group(2)).find()
                                || PICTURE.matcher(section.group(2)).results().count() != 1)
                        .map(section -> section.group(1)))
                .isEmpty();
    }

    @Test
    void picturesNameOnlyWhatThereIs() {
        var named = PICTURE.matcher(map)
                .results()
                .flatMap(picture -> CLASS.matcher(picture.group(1)).results())
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named).hasSizeGreaterThan(50);
        assertThat(named.stream().filter(name -> !NO_CLASSES.contains(name) && !files.hasType(name)))
                .isEmpty();
    }

    private static List<String> lines(Map<String, Set<String>> arrows) {
        return arrows.entrySet().stream()
                .map(module -> module.getKey() + " uses " + String.join(", ", module.getValue()))
                .toList();
    }

    private Stream<MatchResult> sections() {
        return SECTION.matcher(map).results();
    }

    /** What each module may use, by its package-info. */
    private Map<String, Set<String>> modules() {
        var modules = new TreeMap<String, Set<String>>();
        files.named("package-info.java")
                .filter(file -> file.toString().contains("/main/java/"))
                .forEach(file -> addTo(modules, file));
        assertThat(modules).isNotEmpty();
        return modules;
    }

    private void addTo(Map<String, Set<String>> modules, Path file) {
        var source = files.text(file);
        var module = MODULE.matcher(source);
        if (module.find()) {
            var name = first(PACKAGE, source);
            modules.put(name.substring(name.lastIndexOf('.') + 1), allowed(module));
        }
    }

    private static Set<String> allowed(MatchResult module) {
        var list = module.group(1) == null ? "" : first(ALLOWED, module.group(1));
        return names(TEXT, list);
    }

    private static Set<String> uses(String section) {
        return names(NAME, first(USES, section));
    }

    private static Set<String> names(Pattern pattern, String list) {
        return pattern.matcher(list)
                .results()
                .map(name -> name.group(1).replace(" ", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String first(Pattern pattern, String text) {
        var found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }
}
