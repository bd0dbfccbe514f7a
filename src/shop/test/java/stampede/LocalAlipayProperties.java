package stampede;

import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.alipaysandbox.LocalAlipay;

/** Makes a shop pay at the tests' local Alipay. */
public final class LocalAlipayProperties implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext shop) {
        TestPropertyValues.of(LocalAlipay.shared().settings()).applyTo(shop);
    }
}
