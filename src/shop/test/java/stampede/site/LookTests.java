package stampede.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import stampede.desk.DeskGroup;
import stampede.desk.SellerPage;

/** One look: what is drawn in which colour, read from the style sheets. */
class LookTests {

    private static final Path STATIC = Path.of("static");
    private static final List<String> SHEETS = List.of("stampede.css", "console.css", "tasks/monitor.css");

    private static final Pattern TOKEN = Pattern.compile("(--[\\w-]+):\\s*([^;]+);");
    private static final Pattern BOTH = Pattern.compile("light-dark\\((#\\w+), (#\\w+)\\)");
    private static final Pattern USE = Pattern.compile("var\\((--[\\w-]+)");
    private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)}");

    private static final Pattern NAME = Pattern.compile("'([a-z][a-z0-9-]+)'");
    private static final Pattern SHAPE = Pattern.compile("border.*|outline.*|accent-color|fill|stroke");

    /** What words lie on where nothing else is said. */
    private static final List<String> GROUNDS = List.of("--paper", "--sheet", "--sunk");

    private static final double WORDS = 4.5;
    private static final double SHAPES = 3;

    private record Pair(String front, String ground, double least) {}

    private record Colours(String light, String dark) {}

    @ParameterizedTest
    @CsvSource({
        "a colour, '#[0-9a-fA-F]{3,8}\\b(?=[^{]*[;}])'",
        "a colour, '\\b(?:rgba?|hsla?|oklch|light-dark|color-mix)\\('",
        "a rounding, '(?s)border(?:-[a-z]+){0,2}-radius:[^;}]*\\d+px'",
        "a name of its own, '(?m)^\\s*:root\\b'"
    })
    void noSheetNamesWhatTheTokensName(String what, String pattern) throws IOException {
        for (var sheet : SHEETS) {
            assertThat(read(sheet).lines().filter(Pattern.compile(pattern).asPredicate()))
                    .as(what + " in " + sheet)
                    .isEmpty();
        }
    }

    /** A rule outside of all layers would go before every one inside, whatever its selector. The monitor's sheet has other frames, too. */
    @Test
    void everyRuleStandsInALayer() throws IOException {
        for (var sheet : List.of("tokens.css", "stampede.css", "console.css")) {
            assertThat(outermost(read(sheet))).as(sheet).isNotEmpty().allMatch(head -> head.startsWith("@"));
        }
    }

    /** The heads of blocks that stand in no other but a condition. */
    private static List<String> outermost(String css) {
        var heads = new ArrayList<String>();
        var open = new ArrayDeque<String>();
        var head = new StringBuilder();
        for (var at = 0; at < css.length(); at++) {
            var character = css.charAt(at);
            if (character == '{') {
                var opens = head.toString().strip();
                if (!opens.startsWith("@media") && open.stream().allMatch(around -> around.startsWith("@media"))) {
                    heads.add(opens);
                }
                open.push(opens);
            } else if (character == '}') {
                open.pop();
            }
            if (character == '{' || character == '}' || character == ';') {
                head.setLength(0);
            } else {
                head.append(character);
            }
        }
        return heads;
    }

    @Test
    void everyTokenInUseIsThere() throws IOException {
        var tokens = new LinkedHashSet<String>();
        TOKEN.matcher(read("tokens.css")).results().forEach(token -> tokens.add(token.group(1)));
        for (var sheet : SHEETS) {
            var css = read(sheet);
            assertThat(tokens)
                    .as(sheet)
                    .containsAll(USE.matcher(css)
                            .results()
                            .map(use -> use.group(1))
                            .filter(use -> !css.contains(use + ":"))
                            .toList());
        }
    }

    /** Text at 4.5 to 1, what must be seen at 3 to 1, in both schemes; every pair that a rule draws. */
    @Test
    void everyPairInUseCanBeRead() throws IOException {
        var colours = colours();
        var pairs = new LinkedHashSet<Pair>();
        for (var sheet : SHEETS) {
            RULE.matcher(read(sheet)).results().forEach(rule -> pairs.addAll(pairs(rule.group(2), colours.keySet())));
        }

        var unreadable = pairs.stream()
                .flatMap(pair -> Stream.of(true, false)
                        .filter(light -> contrast(colours, pair, light) < pair.least())
                        .map(light -> pair + (light ? " light " : " dark ") + contrast(colours, pair, light)));
        assertThat(unreadable).isEmpty();
        assertThat(pairs).as("pairs in use").hasSizeGreaterThan(50);
    }

    /** What a browser gets that does not know light-dark() is what the others get in the light. */
    @Test
    void olderBrowsersGetTheLightColours() throws IOException {
        var css = read("tokens.css");
        var fallback = css.indexOf("@supports not");
        var light = new HashMap<String, String>();
        TOKEN.matcher(css.substring(0, fallback)).results().forEach(token -> {
            var value = token.group(2);
            if (value.startsWith("light-dark(")) {
                light.put(token.group(1), value.substring("light-dark(".length(), value.lastIndexOf(", ")));
            }
        });
        var older = new HashMap<String, String>();
        TOKEN.matcher(css.substring(fallback, css.indexOf("@media print")))
                .results()
                .filter(token -> !token.group(1).equals("--dim"))
                .forEach(token -> older.put(token.group(1), token.group(2)));

        assertThat(older).isEqualTo(light).hasSizeGreaterThan(25);
    }

    @ParameterizedTest
    @CsvSource({"14, tokens.css stampede.css", "22, tokens.css stampede.css console.css"})
    void sheetsAreSmall(int most, String sheets) throws IOException {
        var bytes = 0;
        for (var sheet : Splitter.on(' ').split(sheets)) {
            bytes += packed(Files.readAllBytes(STATIC.resolve(sheet)));
        }
        assertThat(bytes).isBetween(1_000, most * 1_024);
    }

    /** One family, and of it what pages use. */
    @Test
    void iconsInUseAreThereAndNoOthers() throws IOException {
        var there = names(Pattern.compile("<symbol id=\"([\\w-]+)\""), STATIC.resolve("icons.svg"));
        var used = new LinkedHashSet<String>();
        Stream.of(DeskGroup.values()).map(DeskGroup::icon).forEach(used::add);
        Stream.of(SellerPage.values()).map(SellerPage::icon).forEach(used::add);
        Stream.of(Theme.values()).map(Theme::icon).forEach(used::add);
        try (var templates = Files.walk(Path.of("templates"))) {
            for (var template : templates.filter(Files::isRegularFile).toList()) {
                for (var use : names(Pattern.compile("assets\\.icon\\(([^)]*)\\)"), template)) {
                    NAME.matcher(use).results().forEach(name -> used.add(name.group(1)));
                }
            }
        }

        assertThat(there).containsExactlyInAnyOrderElementsOf(used).hasSizeGreaterThan(10);
    }

    private static Set<String> names(Pattern pattern, Path file) throws IOException {
        var names = new LinkedHashSet<String>();
        pattern.matcher(Files.readString(file)).results().forEach(found -> names.add(found.group(1)));
        return names;
    }

    private static Set<Pair> pairs(String rule, Set<String> colours) {
        var front = new ArrayList<String>();
        var ground = new ArrayList<String>();
        var shapes = new ArrayList<String>();
        for (var declaration : Splitter.on(';').split(rule)) {
            var colon = declaration.indexOf(':');
            if (colon > 0) {
                var used = USE.matcher(declaration.substring(colon))
                        .results()
                        .map(use -> use.group(1))
                        .filter(colours::contains)
                        .toList();
                listOf(declaration.substring(0, colon).strip(), front, ground, shapes)
                        .addAll(used);
            }
        }
        return pairs(front, ground, shapes);
    }

    private static List<String> listOf(String property, List<String> front, List<String> ground, List<String> shapes) {
        if (property.equals("color")) {
            return front;
        }
        if (property.equals("background") || property.equals("background-color")) {
            return ground;
        }
        return SHAPE.matcher(property).matches() ? shapes : new ArrayList<>();
    }

    private static Set<Pair> pairs(List<String> front, List<String> ground, List<String> shapes) {
        var pairs = new LinkedHashSet<Pair>();
        for (var words : front) {
            for (var under : ground.isEmpty() ? GROUNDS : ground) {
                pairs.add(new Pair(words, under, WORDS));
            }
        }
        if (front.isEmpty()) {
            for (var under : ground) {
                if (GROUNDS.contains(under) || under.endsWith("-tint")) {
                    pairs.add(new Pair("--ink", under, WORDS));
                    pairs.add(new Pair("--soft", under, WORDS));
                } else {
                    shapes.add(under);
                }
            }
        }
        for (var shape : shapes) {
            if (!isOnlyDivision(shape)) {
                GROUNDS.forEach(under -> pairs.add(new Pair(shape, under, SHAPES)));
            }
        }
        return pairs;
    }

    /** Lines and grounds part what can be told apart without them. */
    private static boolean isOnlyDivision(String colour) {
        return colour.equals("--line") || colour.equals("--white") || GROUNDS.contains(colour);
    }

    private static Map<String, Colours> colours() throws IOException {
        var colours = new HashMap<String, Colours>();
        TOKEN.matcher(read("tokens.css")).results().forEach(token -> {
            var both = BOTH.matcher(token.group(2));
            if (both.matches()) {
                colours.put(token.group(1), new Colours(both.group(1), both.group(2)));
            }
        });
        return colours;
    }

    private static double contrast(Map<String, Colours> colours, Pair pair, boolean light) {
        var front = Objects.requireNonNull(colours.get(pair.front()));
        var ground = Objects.requireNonNull(colours.get(pair.ground()));
        var one = light(light ? front.light() : front.dark());
        var other = light(light ? ground.light() : ground.dark());
        return (Math.max(one, other) + .05) / (Math.min(one, other) + .05);
    }

    /** Relative luminance, as the Web Content Accessibility Guidelines compute it. */
    private static double light(String hex) {
        return .2126 * part(hex, 1) + .7152 * part(hex, 3) + .0722 * part(hex, 5);
    }

    private static double part(String hex, int at) {
        var part = Integer.parseInt(hex.substring(at, at + 2), 16) / 255.0;
        return part <= .03928 ? part / 12.92 : Math.pow((part + .055) / 1.055, 2.4);
    }

    private static int packed(byte[] plain) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(plain);
        }
        return bytes.size();
    }

    private static String read(String sheet) throws IOException {
        return Files.readString(STATIC.resolve(sheet)).replaceAll("(?s)/\\*.*?\\*/", "");
    }
}
