/** Channels by which people outside the shop are told. */
@NullMarked
package stampede.api.channel;

import org.jspecify.annotations.NullMarked;
