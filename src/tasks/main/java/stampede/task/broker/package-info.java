/** Connections, publishing, topology and consumers of RabbitMQ. */
@NullMarked
package stampede.task.broker;

import org.jspecify.annotations.NullMarked;
