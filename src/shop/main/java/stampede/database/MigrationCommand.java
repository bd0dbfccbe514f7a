package stampede.database;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ApplicationContext;
import org.springframework.stereotype.Component;

/** The node that only migrates, before those of a new version start: whoever has started has migrated, so it ends. */
@Component
@ConditionalOnBooleanProperty("stampede.migrate")
class MigrationCommand implements ApplicationRunner {

    private final ApplicationContext context;

    MigrationCommand(ApplicationContext context) {
        this.context = context;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        System.exit(SpringApplication.exit(context));
    }
}
