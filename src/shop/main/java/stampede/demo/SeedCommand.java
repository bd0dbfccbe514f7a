package stampede.demo;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;

/** The node that {@code scripts/seed} starts: makes offers, says how far it is, and ends. */
@Component
@ConditionalOnProperty("stampede.seed")
class SeedCommand implements ApplicationRunner {

    private final OfferSeeder offerSeeder;
    private final ApplicationContext context;
    private final int offers;

    SeedCommand(OfferSeeder offerSeeder, ApplicationContext context, @Value("${stampede.seed}") int offers) {
        this.offerSeeder = offerSeeder;
        this.context = context;
        this.offers = offers;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        var start = System.nanoTime();
        offerSeeder.make(offers, done -> say(done, Duration.ofNanos(System.nanoTime() - start)));
        System.exit(SpringApplication.exit(context));
    }

    private void say(int done, Duration since) {
        System.out.printf("  %,d of %,d offers in %.1f s%n", done, offers, since.toMillis() / 1_000.0);
    }
}
