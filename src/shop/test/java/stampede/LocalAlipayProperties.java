package stampede;

import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.alipaysandbox.LocalAlipay;
import stampede.mail.ShopperMailbox;

/** Makes a shop pay at the tests' local Alipay, and send its shoppers' mail to the tests' own server. */
public final class LocalAlipayProperties implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext shop) {
        TestPropertyValues.of(LocalAlipay.shared().settings()).applyTo(shop);
        TestPropertyValues.of(ShopperMailbox.settings()).applyTo(shop);
    }
}
