package stampede.mail;

/**
 * The task: tells the address that an account has that its owner wants another one; after that the link goes there.
 *
 * @param account its id
 */
record WarnMailAddress(String account) {}
