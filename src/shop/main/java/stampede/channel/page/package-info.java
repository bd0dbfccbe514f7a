/** The pages on which operators keep channels, and see what became of messages. */
@NullMarked
package stampede.channel.page;

import org.jspecify.annotations.NullMarked;
