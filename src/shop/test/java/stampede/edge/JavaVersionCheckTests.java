package stampede.edge;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import stampede.support.WrongSetup;

class JavaVersionCheckTests {

    @Test
    void productionRefusesAJavaWithoutVirtualThreads() {
        assertThatThrownBy(() -> JavaVersionCheck.check(17))
                .isInstanceOfSatisfying(
                        WrongSetup.class,
                        wrong -> org.assertj.core.api.Assertions.assertThat(wrong.remedy())
                                .contains("Java 21"))
                .hasMessageContaining("Java 17");
    }

    @Test
    void takesEveryJavaThatHasThem() {
        assertThatCode(() -> JavaVersionCheck.check(21)).doesNotThrowAnyException();
        assertThatCode(() -> JavaVersionCheck.check(25)).doesNotThrowAnyException();
    }
}
