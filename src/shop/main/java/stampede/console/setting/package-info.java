/** Pages of the settings that change while the shop runs. */
@NullMarked
package stampede.console.setting;

import org.jspecify.annotations.NullMarked;
