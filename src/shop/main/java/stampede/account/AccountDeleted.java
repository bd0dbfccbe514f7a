package stampede.account;

/**
 * The owner of an account has deleted it. Told in the transaction that does so: whoever keeps something about the account that the books do not need
 * deletes it now.
 *
 * @param account which stays as a number without a name, because orders and the audit log say it
 */
public record AccountDeleted(AccountId account) {}
