package stampede.account;

import org.springframework.http.HttpStatus;

/** Every reason for which an account is not opened or not let in. The names are part of the JSON API. */
public enum AccountRefusal {
    /** Not 3 to 32 letters, digits, dots, underscores or hyphens. */
    BAD_USERNAME,
    /** Fewer than 8 characters. */
    PASSWORD_TOO_SHORT,
    /** More than 128 characters. */
    PASSWORD_TOO_LONG,
    /** Among the 10,000 that everybody tries first, or made of one or two different characters. */
    PASSWORD_TOO_COMMON,
    PASSWORD_IS_USERNAME,
    /** The new password is the present one. */
    PASSWORD_NOT_NEW,
    USERNAME_TAKEN,
    /** No such account, or not its password; which of them is not told. */
    BAD_CREDENTIALS,
    /** The password is right, and an operator has locked the account. */
    ACCOUNT_LOCKED,
    /** Not the password of whoever is signed in. */
    WRONG_PASSWORD,
    /** The password was right; a code of the authenticator app, or a recovery code, is needed as well. */
    SECOND_FACTOR_NEEDED,
    /** The code is wrong, too old, or was used before. */
    WRONG_CODE,
    /** What said that the password was right is too old. */
    BAD_SIGN_IN_TOKEN,
    SECOND_FACTOR_IS_SET,
    NO_SECOND_FACTOR,
    /** Somebody else gave the password, so it is changed before anything else is done. */
    PASSWORD_CHANGE_DUE,
    /** The password was given for one sign-in, and somebody has signed in with it. */
    PASSWORD_USED,
    /** The shop demands a second factor of its staff, so it is set up before anything else is done. */
    SECOND_FACTOR_DUE,
    /** The refresh token is unknown, too old, revoked or was used before. */
    BAD_REFRESH_TOKEN,
    TOO_MANY_ATTEMPTS,
    /** More passwords wait to be checked than the node can check soon. */
    BUSY;

    /** The status that pages and the API answer with. */
    public HttpStatus status() {
        return switch (this) {
            case BAD_USERNAME,
                    PASSWORD_TOO_SHORT,
                    PASSWORD_TOO_LONG,
                    PASSWORD_TOO_COMMON,
                    PASSWORD_IS_USERNAME,
                    PASSWORD_NOT_NEW -> HttpStatus.BAD_REQUEST;
            case BAD_CREDENTIALS, BAD_REFRESH_TOKEN, SECOND_FACTOR_NEEDED, BAD_SIGN_IN_TOKEN -> HttpStatus.UNAUTHORIZED;
            case ACCOUNT_LOCKED, WRONG_PASSWORD, WRONG_CODE, PASSWORD_CHANGE_DUE, PASSWORD_USED, SECOND_FACTOR_DUE ->
                HttpStatus.FORBIDDEN;
            case USERNAME_TAKEN, SECOND_FACTOR_IS_SET, NO_SECOND_FACTOR -> HttpStatus.CONFLICT;
            case TOO_MANY_ATTEMPTS -> HttpStatus.TOO_MANY_REQUESTS;
            case BUSY -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    }

    /** The key of the sentence, in each language, that says what happened and what to do. */
    public String messageKey() {
        return "account.refusal." + name();
    }
}
