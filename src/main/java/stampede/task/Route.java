package stampede.task;

/**
 * Where a message goes: an exchange of the broker and the full name of the queue it is meant for.
 *
 * @param queue the routing key
 */
record Route(String exchange, String queue) {}
