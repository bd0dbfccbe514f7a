/** Tables that sellers and operators send in: read, checked, shown, applied in the background. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "coupon",
            "desk",
            "draft",
            "ids",
            "money",
            "order",
            "product",
            "refusal",
            "sale",
            "shipping",
            "task"
        })
@NullMarked
package stampede.imports;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
