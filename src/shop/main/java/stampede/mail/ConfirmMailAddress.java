package stampede.mail;

/**
 * The task: sends the link to the address that the account wants. The address and the link are not in it.
 *
 * @param account its id
 */
record ConfirmMailAddress(String account) {}
