/** RabbitMQ's client, made lenient and impatient. */
@NamedInterface("rabbit")
@NullMarked
package stampede.support.rabbit;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
