package stampede.task.broker;

/**
 * Where a message goes: an exchange of the broker and the full name of the queue it is meant for.
 *
 * @param queue the routing key
 */
public record Route(String exchange, String queue) {}
