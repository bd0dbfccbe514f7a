/** Forms of what the monitor shows: pages of a list, rates in words, messages as they came. */
@NullMarked
package stampede.monitor.format;

import org.jspecify.annotations.NullMarked;
