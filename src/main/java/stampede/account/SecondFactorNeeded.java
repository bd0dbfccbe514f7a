package stampede.account;

/** The password was right, and a code is needed as well. */
public final class SecondFactorNeeded extends AccountRefused {

    private static final long serialVersionUID = 1L;

    private final String token;

    SecondFactorNeeded(String token) {
        super(AccountRefusal.SECOND_FACTOR_NEEDED);
        this.token = token;
    }

    /** Says for a few minutes that the password was right; {@link FrontDoor#signInWithCode} wants it, and nothing else takes it. */
    public String token() {
        return token;
    }
}
