package stampede.connections;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import stampede.support.WrongSetup;

class JavaCheckTests {

    @Test
    void productionRefusesAJavaWithoutVirtualThreads() {
        assertThatThrownBy(() -> JavaCheck.check(17))
                .isInstanceOfSatisfying(
                        WrongSetup.class,
                        wrong -> org.assertj.core.api.Assertions.assertThat(wrong.remedy())
                                .contains("Java 21"))
                .hasMessageContaining("Java 17");
    }

    @Test
    void takesEveryJavaThatHasThem() {
        assertThatCode(() -> JavaCheck.check(21)).doesNotThrowAnyException();
        assertThatCode(() -> JavaCheck.check(25)).doesNotThrowAnyException();
    }
}
