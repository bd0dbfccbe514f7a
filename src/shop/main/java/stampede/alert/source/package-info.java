/** Where the rules read what they judge. */
@NullMarked
package stampede.alert.source;

import org.jspecify.annotations.NullMarked;
