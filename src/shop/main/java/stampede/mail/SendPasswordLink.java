package stampede.mail;

import stampede.task.Sensitive;

/**
 * The task: sends a link to set a new password, if there is such an account and it has an address.
 *
 * @param username as an account would have it
 */
record SendPasswordLink(@Sensitive String username) {}
