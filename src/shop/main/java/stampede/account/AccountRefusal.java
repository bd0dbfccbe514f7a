package stampede.account;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which an account is not opened or not let in. The names are part of the JSON API. */
public enum AccountRefusal implements RefusalReason {
    /** Not 3 to 32 letters, digits, dots, underscores or hyphens. */
    BAD_USERNAME(HttpStatus.BAD_REQUEST),
    /** Fewer than 8 characters. */
    PASSWORD_TOO_SHORT(HttpStatus.BAD_REQUEST),
    /** More than 128 characters. */
    PASSWORD_TOO_LONG(HttpStatus.BAD_REQUEST),
    /** Among the 10,000 that everybody tries first, or made of one or two different characters. */
    PASSWORD_TOO_COMMON(HttpStatus.BAD_REQUEST),
    PASSWORD_IS_USERNAME(HttpStatus.BAD_REQUEST),
    /** The new password is the present one. */
    PASSWORD_NOT_NEW(HttpStatus.BAD_REQUEST),
    USERNAME_TAKEN(HttpStatus.CONFLICT),
    /** No such account, or not its password; which of them is not told. */
    BAD_CREDENTIALS(HttpStatus.UNAUTHORIZED),
    /** The password is right, and an operator has locked the account. */
    ACCOUNT_LOCKED(HttpStatus.FORBIDDEN),
    /** Not the password of whoever is signed in. */
    WRONG_PASSWORD(HttpStatus.FORBIDDEN),
    /** The password was right; a code of the authenticator app, or a recovery code, is needed as well. */
    SECOND_FACTOR_NEEDED(HttpStatus.UNAUTHORIZED),
    /** The code is wrong, too old, or was used before. */
    WRONG_CODE(HttpStatus.FORBIDDEN),
    /** The token that the password was answered with is too old. */
    BAD_SIGN_IN_TOKEN(HttpStatus.UNAUTHORIZED),
    SECOND_FACTOR_IS_SET(HttpStatus.CONFLICT),
    NO_SECOND_FACTOR(HttpStatus.CONFLICT),
    /** Somebody else gave the password, so it is changed before anything else is done. */
    PASSWORD_CHANGE_DUE(HttpStatus.FORBIDDEN),
    /** The password was given for one sign-in, and somebody has signed in with it. */
    PASSWORD_USED(HttpStatus.FORBIDDEN),
    /** The shop demands a second factor of its staff, so it is set up before anything else is done. */
    SECOND_FACTOR_DUE(HttpStatus.FORBIDDEN),
    /** The refresh token is unknown, too old, revoked or was used before. */
    BAD_REFRESH_TOKEN(HttpStatus.UNAUTHORIZED),
    TOO_MANY_ATTEMPTS(HttpStatus.TOO_MANY_REQUESTS),
    /** The operator does not have the duty {@link Duty#SEE}. */
    NEEDS_SEE(HttpStatus.FORBIDDEN),
    /** The operator does not have the duty {@link Duty#RUN}. */
    NEEDS_RUN(HttpStatus.FORBIDDEN),
    /** The operator does not have the duty {@link Duty#MONEY}. */
    NEEDS_MONEY(HttpStatus.FORBIDDEN),
    /** The operator does not have the duty {@link Duty#ADMIN}. */
    NEEDS_ADMIN(HttpStatus.FORBIDDEN),
    /** The password is right, and no operator has approved the account yet. */
    ACCOUNT_PENDING(HttpStatus.FORBIDDEN),
    /** A one-time link was used, is too old, or never was; which of them is not told. */
    LINK_NOT_GOOD(HttpStatus.GONE),
    NO_SUCH_ACCOUNT(HttpStatus.NOT_FOUND),
    /** Nobody locks themselves, takes their own duty, or changes their own role. */
    NOT_YOURSELF(HttpStatus.CONFLICT),
    /** There is always somebody who gives duties. */
    LAST_ADMIN(HttpStatus.CONFLICT),
    /** Who placed orders stays a shopper. */
    ACCOUNT_HAS_ORDERS(HttpStatus.CONFLICT),
    /** The account is not in the state that the act begins from. */
    ACCOUNT_CHANGED(HttpStatus.CONFLICT),
    /** The reason has fewer than 5 letters or more than 200. */
    REASON_MISSING(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The username that was to be typed is another. */
    NAME_NOT_TYPED(HttpStatus.UNPROCESSABLE_CONTENT),
    BAD_TOKEN_NAME(HttpStatus.UNPROCESSABLE_CONTENT),
    BAD_TOKEN_END(HttpStatus.UNPROCESSABLE_CONTENT),
    TOO_MANY_TOKENS(HttpStatus.CONFLICT),
    /** Operators open the accounts of sellers here. */
    REGISTRATION_CLOSED(HttpStatus.FORBIDDEN),
    /** The name or the contact of a seller is missing or too long. */
    BAD_SHOP_NAME(HttpStatus.UNPROCESSABLE_CONTENT),
    /** More passwords wait to be checked than the node can check soon. */
    BUSY(HttpStatus.SERVICE_UNAVAILABLE);

    private final HttpStatus status;

    AccountRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "account.refusal." + name();
    }
}
