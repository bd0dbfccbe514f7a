/** The nodes of the cluster, by what they tell of themselves. */
@NullMarked
package stampede.task.node;

import org.jspecify.annotations.NullMarked;
