/** The engine's tables: made by Flyway, where there is one, and looked for at the start. */
@NullMarked
package stampede.task.schema;

import org.jspecify.annotations.NullMarked;
