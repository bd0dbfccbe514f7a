/** What the pages of operators and sellers share: the menu around them, lists, files, forms, and questions before an act. */
@ApplicationModule(allowedDependencies = {"account", "listing", "money", "replica", "signing", "site"})
@NullMarked
package stampede.desk;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
