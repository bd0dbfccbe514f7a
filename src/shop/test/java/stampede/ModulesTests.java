package stampede;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;

class ModulesTests {

    private final ApplicationModules modules = ApplicationModules.of(Stampede.class);

    @Test
    void eachModuleUsesOnlyWhatItDeclares() {
        assertThat(modules.detectViolations().hasViolations())
                .as(() -> modules.detectViolations().getMessage())
                .isFalse();
    }
}
