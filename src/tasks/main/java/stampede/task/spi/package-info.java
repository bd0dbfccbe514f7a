/** What extends the engine: observers, conclusions, foreign queues, messages. */
@NamedInterface("spi")
@NullMarked
package stampede.task.spi;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
