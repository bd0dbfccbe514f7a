package stampede.staff;

import stampede.account.AccountRefusal;

/** What somebody of the staff does before anything else. */
public enum SetUpStep {
    /** The password was given by somebody else. */
    CHANGE_PASSWORD("/account/password?due", AccountRefusal.PASSWORD_CHANGE_DUE),
    /** The shop demands a second factor of its staff. */
    SET_UP_SECOND_FACTOR("/account/second-factor?due", AccountRefusal.SECOND_FACTOR_DUE);

    private final String page;
    private final AccountRefusal refusal;

    SetUpStep(String page, AccountRefusal refusal) {
        this.page = page;
        this.refusal = refusal;
    }

    /** Where it is done, on a page that says why. */
    public String page() {
        return page;
    }

    /** Why anything else is refused. */
    public AccountRefusal refusal() {
        return refusal;
    }
}
