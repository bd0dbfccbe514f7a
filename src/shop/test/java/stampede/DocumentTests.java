package stampede;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents name only what there is, lead to where there is something, and leave out no decision and no rule. */
class DocumentTests {

    private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*```.*?^\\s*```$");
    /** What a sentence calls new is to be made by its reader. */
    private static final Pattern CODE = Pattern.compile("(\\bnew\\s+)?`([^`]{1,200}?)`");

    private static final Pattern PATH = Pattern.compile("(?:src|templates|static|scripts|rabbitmq|\\.ci)/[\\w./@-]*");
    /** What the guide has its reader write lies in a project of one artifact; the example has the same files. */
    private static final Pattern OF_THE_READER = Pattern.compile("^src/(?=(?:main|test)/)");

    private static final Pattern FILE =
            Pattern.compile("[\\w-]+\\.(?:java|lua|sql|html|css|js|yaml|properties|txt|md|conf|options|py)");
    private static final Pattern CLASS = Pattern.compile("@[A-Z]\\w+|[A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]+)+");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
    private static final Pattern DECISION = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
    private static final Pattern RULE = Pattern.compile("(?m)^console\\.rule\\.([DRQ]\\d+)=");

    /** What others call theirs. */
    private static final Set<String> OF_OTHERS = Set.of(
            "AcknowledgeMode",
            "AsyncResult",
            "ChainedTransactionManager",
            "ChordError",
            "ChordsNotSupported",
            "InterruptedException",
            "JavaScript",
            "MariaDB",
            "MySQL",
            "NotRegistered",
            "OpenAPI",
            "RabbitListener",
            "RabbitMQ",
            "RabbitTransactionManager");

    private final RepositoryFiles files = new RepositoryFiles();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "src/docs/architecture.md",
                "src/docs/protocol.md",
                "src/docs/reliability.md",
                "src/docs/runbook.md",
                "src/docs/style.md",
                "src/docs/systems.md",
                "src/docs/tasks.md"
            })
    void filesAndClassesThatAreNamedAreThere(String document) {
        var named = CODE.matcher(prose(files.root().resolve(document)))
                .results()
                .filter(code -> code.group(1) == null)
                .map(code -> code.group(2).split("\\s", 2)[0])
                .distinct()
                .toList();

        assertThat(named).isNotEmpty();
        assertThat(named.stream().filter(name -> !isThere(name))).as(document).isEmpty();
    }

    @Test
    void linksLeadSomewhere() {
        assertThat(files.documents().stream()
                        .flatMap(document -> LINK.matcher(prose(document))
                                .results()
                                .map(link -> link.group(2))
                                .filter(to -> !to.matches("[a-z]+:.*"))
                                .filter(to -> !leadsSomewhere(document, to))
                                .map(to -> files.root().relativize(document) + " to " + to)))
                .isEmpty();
    }

    @Test
    void everyDecisionHasANumberOfItsOwnAndIsInTheIndex() {
        var decisions = decisions();
        var index = files.text("src/docs/decisions/README.md");

        assertThat(decisions).isNotEmpty();
        assertThat(decisions.stream().map(DocumentTests::number)).doesNotHaveDuplicates();
        assertThat(decisions.stream().filter(decision -> !files.text(decision).startsWith("# " + number(decision))))
                .as("whose heading has another number")
                .isEmpty();
        assertThat(decisions.stream()
                        .filter(decision ->
                                !index.contains("[" + number(decision) + "](" + decision.getFileName() + ")")))
                .as("not in the index")
                .isEmpty();
    }

    @Test
    void linksToDecisionsSayTheNumberToWhichTheyLead() {
        assertThat(files.documents().stream()
                        .flatMap(document -> LINK.matcher(files.text(document)).results())
                        .filter(link -> link.group(1).matches("\\d{4}")))
                .isNotEmpty()
                .allSatisfy(link -> assertThat(link.group(2)).contains(link.group(1) + "-"));
    }

    @Test
    void everyRuleOfTheBooksIsInTheProtocol() {
        var protocol = files.text("src/docs/protocol.md");
        var rules = files.named("messages.properties")
                .flatMap(messages -> RULE.matcher(files.text(messages)).results())
                .map(rule -> rule.group(1))
                .collect(Collectors.toSet());

        assertThat(rules).isNotEmpty();
        assertThat(rules).allSatisfy(rule -> assertThat(protocol).contains("**" + rule + "**"));
    }

    /** Whether there is what this names; what looks like neither a file nor a class names nothing. */
    private boolean isThere(String name) {
        if (PATH.matcher(name).matches()) {
            return files.has(name) || files.has(OF_THE_READER.matcher(name).replaceFirst("src/example/"));
        }
        if (FILE.matcher(name).matches()) {
            return files.hasNamed(name);
        }
        var type = name.split("[.(#]", 2)[0];
        if (!CLASS.matcher(type).matches()) {
            return true;
        }
        type = type.replace("@", "");
        return OF_OTHERS.contains(type) || files.hasType(type);
    }

    private boolean leadsSomewhere(Path document, String link) {
        var parts = link.split("#", 2);
        var file = parts[0].isEmpty()
                ? document
                : document.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
    }

    /** What stands outside of blocks of code. */
    private String prose(Path document) {
        return FENCED.matcher(files.text(document)).replaceAll("");
    }

    /** As GitHub makes them of headings. */
    private List<String> anchors(Path document) {
        return HEADING.matcher(prose(document))
                .results()
                .map(MatchResult::group)
                .map(heading -> heading.replaceFirst("^#+ ", ""))
                .map(heading -> heading.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private List<Path> decisions() {
        return files.named(".md")
                .filter(file -> file.startsWith(files.root().resolve("src/docs/decisions")))
                .filter(file -> DECISION.matcher(file.getFileName().toString()).matches())
                .toList();
    }

    private static String number(Path decision) {
        return decision.getFileName().toString().substring(0, 4);
    }
}
