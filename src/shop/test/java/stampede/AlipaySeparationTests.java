package stampede;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import stampede.alipaysandbox.AlipaySandbox;
import stampede.alipaysandbox.LocalAlipay;

/** The shop and the local Alipay lie in one jar and are two programs. */
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
}
