package stampede.demo;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Fills the slots before the shop says that it is open; comes after the demo accounts. */
@Component
@Profile("demo")
@Order(10)
class DemoStart implements ApplicationRunner {

    private final DemoOffers shop;

    DemoStart(DemoOffers shop) {
        this.shop = shop;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        shop.fill();
    }
}
