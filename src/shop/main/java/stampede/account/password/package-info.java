/** How passwords are hashed, and which are too common. */
@NamedInterface("password")
@NullMarked
package stampede.account.password;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
