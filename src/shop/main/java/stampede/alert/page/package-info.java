/** The pages of alerts and silences. */
@NullMarked
package stampede.alert.page;

import org.jspecify.annotations.NullMarked;
