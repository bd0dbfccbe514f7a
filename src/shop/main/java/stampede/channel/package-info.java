/** Telling people outside the shop: robots of chats, webhooks and mail. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.channel;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
