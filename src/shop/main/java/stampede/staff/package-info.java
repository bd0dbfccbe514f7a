/** Operators and sellers: how they are made, and what they must do first. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "account :: password",
            "audit",
            "listing",
            "setting",
            "signin",
            "support",
            "token"
        })
@NullMarked
package stampede.staff;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
