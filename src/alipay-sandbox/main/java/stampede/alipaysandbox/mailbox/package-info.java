/** Plays the shop's mail server, and shows what the shop sent. */
@NullMarked
package stampede.alipaysandbox.mailbox;

import org.jspecify.annotations.NullMarked;
