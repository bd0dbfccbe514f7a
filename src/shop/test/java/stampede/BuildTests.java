package stampede;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What pom, changelog and images say of versions. */
class BuildTests {

    private static final Pattern OWN_VERSION =
            Pattern.compile("<artifactId>stampede-parent</artifactId>\\s*<version>([\\d.]+)(-SNAPSHOT)?</version>");
    private static final Pattern HEADING = Pattern.compile("(?m)^## (?:(Unreleased)|(\\d+\\.\\d+\\.\\d+))");
    private static final Pattern IMAGE = Pattern.compile("(?m)^ *image: *(\\S+)$");

    /** With something unreleased on top, the version is a snapshot of one after the last release; without, it is the last release. */
    @Test
    void pomAndChangelogAgreeOnTheVersion() throws IOException {
        var pom = OWN_VERSION.matcher(Files.readString(Path.of("pom.xml")));
        assertThat(pom.find()).isTrue();
        var headings = HEADING.matcher(Files.readString(Path.of("src/docs/changelog.md")))
                .results()
                .toList();
        var isUnreleased = headings.get(0).group(1) != null;
        var released = headings.stream()
                .map(heading -> heading.group(2))
                .filter(version -> version != null)
                .findFirst()
                .orElseThrow();

        assertThat(pom.group(2) != null).as("the pom's version is a snapshot").isEqualTo(isUnreleased);
        if (isUnreleased) {
            assertThat(Arrays.compare(numbers(pom.group(1)), numbers(released)))
                    .as("%s comes after %s", pom.group(1), released)
                    .isPositive();
        } else {
            assertThat(pom.group(1)).isEqualTo(released);
        }
    }

    @Test
    void imagesAreOfExactVersions() throws IOException {
        var images = IMAGE.matcher(Files.readString(Path.of("src/deploy/compose.yaml")))
                .results()
                .map((MatchResult image) -> image.group(1))
                .toList();

        assertThat(images)
                .hasSize(6)
                .allMatch(image -> image.matches("[^:]+:v?\\d+\\.\\d+\\.\\d+(-\\w+)?(@sha256:\\w{64})?"));
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
