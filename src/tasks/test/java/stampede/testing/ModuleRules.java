package stampede.testing;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModule;
import org.springframework.modulith.core.ApplicationModules;

/** What holds for the modules, packages and classes of every artifact that a test class finds on its class path. Tests are left out. */
public interface ModuleRules {

    /** Maven's folder of tests, or the jar that it makes of them. */
    ImportOption MAIN = location -> !location.contains("/test-classes/") && !location.contains("-tests.jar");

    /** Once for all tests. */
    ApplicationModules MODULES = ApplicationModules.of("stampede", MAIN);

    /** Once for all tests. */
    JavaClasses CLASSES = new ClassFileImporter().withImportOption(MAIN).importPackages("stampede");

    @Test
    default void eachModuleUsesOnlyWhatItDeclares() {
        assertThat(MODULES.detectViolations().getMessages()).isEmpty();
    }

    @Test
    default void eachModuleDeclaresOnlyWhatItUses() {
        assertThat(MODULES.stream().flatMap(ModuleRules::unusedArrows)).isEmpty();
    }

    @Test
    default void packagesMakeNoCircle() {
        slices().matching("stampede.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** As packages make none, this is about classes of one package. A nested class counts as the one around it. */
    @Test
    default void classesMakeNoCircle() {
        slices().assignedFrom(new ByFile()).should().beFreeOfCycles().check(CLASSES);
    }

    private static Stream<String> unusedArrows(ApplicationModule module) {
        var used = module.getDirectDependencies(MODULES);
        return module.getAllowedDependencies(MODULES).stream()
                .filter(allowed -> used.stream()
                        .noneMatch(dependency -> allowed.getTargetModule().equals(dependency.getTargetModule())
                                && allowed.getTargetNamedInterface().contains(dependency.getTargetType())))
                .map(unused -> module.getIdentifier() + " does not use " + unused);
    }

    /** A slice for each file of Java. */
    final class ByFile implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            var name = type.getName();
            return SliceIdentifier.of(name.contains("$") ? name.substring(0, name.indexOf('$')) : name);
        }

        @Override
        public String getDescription() {
            return "files";
        }
    }
}
