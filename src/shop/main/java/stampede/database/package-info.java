/** Health, dialect and rights of the database. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.database;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
