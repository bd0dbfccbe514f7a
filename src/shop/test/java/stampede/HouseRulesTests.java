package stampede;

import static java.util.stream.Collectors.averagingLong;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import stampede.testing.ModuleRules;

/** How large a folder and a constructor may be, and how files are named: in all artifacts, whichever they are. */
class HouseRulesTests {

    private static final int MOST_IN_FOLDER = 40;
    private static final int MOST_ON_AVERAGE = 18;
    private static final int MOST_PARAMETERS = 8;

    /** The first words of a statement, in quotes. */
    private static final Pattern SQL =
            Pattern.compile("\"(\"\")?\\s*\\(?(select|insert( ignore)? into|update \\w+\\s+set|delete from)\\s");

    /**
     * Whose statements are what they do: the guarded update is the state machine, the insert is the log, rights are given by statements,
     * and three ask the database whether it is there, whether it takes writes, and what time it is.
     */
    private static final Set<String> SQL_OF_THEIR_OWN = Set.of(
            "OrderStateMachine.java",
            "OrderTransition.java",
            "AuditLog.java",
            "TableGrants.java",
            "ServersConfiguration.java",
            "DatabaseProbe.java",
            "DatabaseTime.java");

    private static final Pattern NAMED_FILE =
            Pattern.compile("Path\\.of\\(\\s*\"((?:src|scripts|templates|static|rabbitmq)/[^\"%*]+)\"");

    private final RepositoryFiles files = new RepositoryFiles();

    @ParameterizedTest
    @ValueSource(strings = {"main", "test"})
    void foldersAreSmall(String kind) {
        var sizes = sources(kind).collect(groupingBy(Path::getParent, counting()));

        assertThat(sizes)
                .hasSizeGreaterThan(20)
                .allSatisfy((folder, size) -> assertThat(size).isLessThanOrEqualTo(MOST_IN_FOLDER));
        assertThat(sizes.values().stream().collect(averagingLong(size -> size))).isLessThanOrEqualTo(MOST_ON_AVERAGE);
    }

    /** So a name in a log, a review or a decision says which file is meant. */
    @Test
    void noFileNameIsThereTwice() {
        var folders = sources()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(groupingBy(file -> file.getFileName().toString()));

        assertThat(folders.size()).isGreaterThan(500);
        assertThat(folders.values().stream().filter(same -> same.size() > 1)).isEmpty();
    }

    /**
     * A class that is given more has more than one job, and so have settings that are more. Other records are left out: their
     * components are what they hold, not what they use.
     */
    @Test
    void constructorsTakeFewParameters() {
        var most = ModuleRules.CLASSES.stream()
                .filter(type -> !type.isRecord() || type.getSimpleName().endsWith("Properties"))
                .filter(type -> !type.isAnonymousClass() && !type.isLocalClass())
                .flatMap(type -> type.getConstructors().stream())
                .filter(constructor -> parameters(constructor) > MOST_PARAMETERS)
                .map(JavaCodeUnit::getFullName);

        assertThat(ModuleRules.CLASSES).hasSizeGreaterThan(500);
        assertThat(most).isEmpty();
    }

    /** So that their number of settings is looked at above. */
    @Test
    void settingsAreRecordsCalledProperties() {
        var settings = ModuleRules.CLASSES.stream()
                .filter(type -> type.isAnnotatedWith(ConfigurationProperties.class))
                .toList();

        assertThat(settings).hasSizeGreaterThan(20).allSatisfy(type -> {
            assertThat(type.isRecord()).as(type.getName()).isTrue();
            assertThat(type.getSimpleName()).endsWith("Properties");
        });
    }

    /** So that who looks for a statement, or for what a table is used for, finds it by the name of a file; long ones have a file of their own. */
    @Test
    void statementsAreInRepositories() {
        var holders = sources("main").filter(HouseRulesTests::holdsSql).toList();

        assertThat(holders).hasSizeGreaterThan(30);
        assertThat(holders.stream()
                        .map(file -> file.getFileName().toString())
                        .filter(name -> !name.endsWith("Repository.java")))
                .containsExactlyInAnyOrderElementsOf(SQL_OF_THEIR_OWN);
    }

    /** What code opens by its path has to move with it, and no build notices. */
    @Test
    void filesThatCodeNamesAreThere() {
        var named = sources()
                .flatMap(file -> NAMED_FILE.matcher(text(file)).results())
                .map(found -> found.group(1))
                .filter(name -> !name.contains("/target/"))
                .distinct()
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(files.root().resolve(name)).exists());
    }

    private static boolean holdsSql(Path file) {
        return SQL.matcher(text(file)).find();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Without those that the compiler adds: name and number of a constant, and the object around an inner class. */
    private static int parameters(JavaCodeUnit constructor) {
        JavaClass type = constructor.getOwner();
        var added = type.isEnum() ? 2 : type.isInnerClass() ? 1 : 0;
        return constructor.getRawParameterTypes().size() - added;
    }

    private Stream<Path> sources(String kind) {
        return sources()
                .filter(file ->
                        files.root().relativize(file).getName(2).toString().equals(kind));
    }

    /** As src/ARTIFACT/KIND/java/PACKAGE/NAME.java. */
    private Stream<Path> sources() {
        return files.named(".java").filter(file -> file.startsWith(files.root().resolve("src")));
    }
}
