/** The runbook as a page of the console, there when the repository is not. */
@NullMarked
package stampede.console.help;

import org.jspecify.annotations.NullMarked;
