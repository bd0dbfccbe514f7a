package stampede.account;

/** Whether an account is in use, or why not yet. One that is not {@link #ACTIVE} is locked as well. */
public enum Standing {
    /** Somebody has its password. */
    ACTIVE,
    /** An operator opened it, and nobody has set a password yet. */
    INVITED,
    /** Somebody registered, and waits for an operator to approve it. */
    PENDING,
    /** An operator did not approve it. */
    DECLINED,
    /** Its owner has deleted it; it has no name and no password any more. */
    DELETED
}
