/** Telling people outside the shop: robots of chats, webhooks and mail. */
@ApplicationModule(
        allowedDependencies = {
            "account", "audit", "desk", "ids", "listing", "refusal", "signing", "site", "support", "task"
        })
@NullMarked
package stampede.channel;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
