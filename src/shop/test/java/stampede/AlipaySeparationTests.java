package stampede;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import stampede.alipaysandbox.AlipaySandbox;
import stampede.alipaysandbox.LocalAlipay;
import stampede.testing.ModuleRules;

/** The shop and the local Alipay are two programs, and the shop's jar has nothing of the other. */
@StampedeTest
class AlipaySeparationTests {

    @Autowired
    private ApplicationContext shop;

    @Test
    void theShopHasNothingOfTheLocalAlipayButItsAddress() {
        assertThat(Arrays.stream(shop.getBeanDefinitionNames())
                        .filter(name -> name.contains(AlipaySandbox.class.getPackageName())))
                .isEmpty();
        assertThat(shop.getEnvironment().getProperty("stampede.alipay.gateway"))
                .isEqualTo(LocalAlipay.shared().address() + "/gateway.do");
    }

    /** What is of scope test is not packed into the jar. */
    @Test
    void theLocalAlipayIsOnTheClassPathOfTestsOnly() {
        var pom = new RepositoryFiles().text("src/shop/pom.xml");

        assertThat(pom.split("<artifactId>stampede-alipay</artifactId>", -1))
                .hasSize(3)
                .satisfies(parts -> assertThat(Arrays.stream(parts).skip(1))
                        .allMatch(rest ->
                                rest.substring(0, rest.indexOf("</dependency>")).contains("<scope>test</scope>")));
    }

    @Test
    void neitherUsesClassesOfTheOther() {
        assertThat(ModuleRules.CLASSES.stream()
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .filter(use -> use.getTargetClass().getPackageName().startsWith("stampede."))
                        .filter(use -> isOfSandbox(use.getOriginClass()) != isOfSandbox(use.getTargetClass())))
                .isEmpty();
    }

    private static boolean isOfSandbox(JavaClass type) {
        return (type.getPackageName() + ".").startsWith(AlipaySandbox.class.getPackageName() + ".");
    }
}
