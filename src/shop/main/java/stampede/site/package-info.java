/** The frame around all pages: language, the clock on the wall, who is looking, static files. */
@ApplicationModule(allowedDependencies = {"account", "catalog", "setting"})
@NullMarked
package stampede.site;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
