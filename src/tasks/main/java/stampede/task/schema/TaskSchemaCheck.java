package stampede.task.schema;

import javax.sql.DataSource;
import stampede.support.WrongSetup;

/** Says at the start where the tables are to be had, instead of in each statement that they are not there. */
final class TaskSchemaCheck extends TaskSchema {

    private final DataSource database;

    TaskSchemaCheck(DataSource database) {
        this.database = database;
    }

    @Override
    public void afterPropertiesSet() {
        if (!isThere(database)) {
            throw new WrongSetup(
                    "The task system's tables are not in the database.",
                    "Run the files of " + LOCATION
                            + " in the jar of stampede-tasks once, in the order of their numbers, or have Flyway do it: add"
                            + " spring-boot-starter-flyway and flyway-mysql, and do not set stampede.task.schema.migrate to false.");
        }
    }
}
