package stampede.audit;

/** What is told on the logger {@code stampede.security}. The names are what alerts look for, so they stay. */
public enum SecurityEvent {
    SIGN_IN,
    /** The username or the password was wrong, or the account may not sign in; {@code reason} says which. */
    SIGN_IN_FAILED,
    /** A limiter refused the attempt before anything was checked; {@code limit} says which. */
    SIGN_IN_LIMITED,
    SIGN_OUT,
    SIGN_OUT_EVERYWHERE,
    /** A refresh token that had been traded turned up again, so its sign-in was ended. */
    REFRESH_TOKEN_REUSED,
    /** Somebody who is signed in asked for what only others may have. */
    ACCESS_DENIED,
    /** Somebody asked for details or metrics with a wrong management token. */
    MANAGEMENT_TOKEN_WRONG,
    /** A payment notification that is forged, can be read in two ways, or does not fit; {@code verdict} says which. */
    NOTIFICATION_REFUSED,
    PASSWORD_CHANGED,
    ROLE_CHANGED,
    ACCOUNT_LOCKED,
    ACCOUNT_UNLOCKED,
    SECOND_FACTOR_SET,
    SECOND_FACTOR_REMOVED,
    SECOND_FACTOR_USED,
    SECOND_FACTOR_FAILED,
    /** Used in place of the second factor, and used up by it. */
    RECOVERY_CODE_USED,
    /** A link made a mail address an account's. */
    MAIL_CONFIRMED,
    MAIL_REMOVED,
    /** Its owner has deleted the account. */
    ACCOUNT_DELETED
}
