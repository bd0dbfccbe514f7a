package stampede.account;

/** What an account may do. Each account has one role. */
public enum Role {
    /** Buys. */
    SHOPPER,
    /** Offers; cannot buy. */
    SELLER,
    /** Runs the shop. */
    OPERATOR
}
