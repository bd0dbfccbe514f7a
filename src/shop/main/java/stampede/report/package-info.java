/** What became of sales, in figures: one offer while it sells, and what a seller sold by weeks. */
@ApplicationModule(allowedDependencies = {"account", "catalog", "counter", "desk", "money", "site", "staff", "stock"})
@NullMarked
package stampede.report;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
