/** What operators see and do: dead tasks, queues, schedules, nodes. */
@NamedInterface("admin")
@NullMarked
package stampede.task.admin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
