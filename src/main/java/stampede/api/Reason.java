package stampede.api;

import java.net.URI;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import stampede.account.AccountRefusal;
import stampede.payment.PaymentRefusal;
import stampede.purchase.Refusal;

/** Why the JSON API says no: the reasons of a refused purchase, and those any request may meet. The names are part of the API. */
enum Reason {
    NOT_SIGNED_IN(HttpStatus.UNAUTHORIZED),
    SHOPPERS_ONLY(HttpStatus.FORBIDDEN),
    TOO_MANY_ATTEMPTS(HttpStatus.TOO_MANY_REQUESTS),
    UNKNOWN_OFFER(HttpStatus.NOT_FOUND),
    BAD_UNITS(HttpStatus.UNPROCESSABLE_CONTENT),
    NOT_OPEN_YET(HttpStatus.CONFLICT),
    PAUSED(HttpStatus.CONFLICT),
    ENDED(HttpStatus.CONFLICT),
    SOLD_OUT(HttpStatus.CONFLICT),
    LIMIT_REACHED(HttpStatus.CONFLICT),
    HAS_UNPAID_ORDER(HttpStatus.CONFLICT),
    ALREADY_BOUGHT(HttpStatus.CONFLICT),
    PRICE_CHANGED(HttpStatus.CONFLICT),
    BUSY(HttpStatus.SERVICE_UNAVAILABLE),
    OUTCOME_UNKNOWN(HttpStatus.SERVICE_UNAVAILABLE),
    LOST(HttpStatus.CONFLICT),

    BAD_USERNAME(AccountRefusal.BAD_USERNAME.status()),
    PASSWORD_TOO_SHORT(AccountRefusal.PASSWORD_TOO_SHORT.status()),
    PASSWORD_TOO_LONG(AccountRefusal.PASSWORD_TOO_LONG.status()),
    PASSWORD_TOO_COMMON(AccountRefusal.PASSWORD_TOO_COMMON.status()),
    PASSWORD_IS_USERNAME(AccountRefusal.PASSWORD_IS_USERNAME.status()),
    PASSWORD_NOT_NEW(AccountRefusal.PASSWORD_NOT_NEW.status()),
    WRONG_PASSWORD(AccountRefusal.WRONG_PASSWORD.status()),
    SECOND_FACTOR_NEEDED(AccountRefusal.SECOND_FACTOR_NEEDED.status()),
    WRONG_CODE(AccountRefusal.WRONG_CODE.status()),
    BAD_SIGN_IN_TOKEN(AccountRefusal.BAD_SIGN_IN_TOKEN.status()),
    SECOND_FACTOR_IS_SET(AccountRefusal.SECOND_FACTOR_IS_SET.status()),
    NO_SECOND_FACTOR(AccountRefusal.NO_SECOND_FACTOR.status()),
    PASSWORD_CHANGE_DUE(AccountRefusal.PASSWORD_CHANGE_DUE.status()),
    PASSWORD_USED(AccountRefusal.PASSWORD_USED.status()),
    SECOND_FACTOR_DUE(AccountRefusal.SECOND_FACTOR_DUE.status()),
    USERNAME_TAKEN(AccountRefusal.USERNAME_TAKEN.status()),
    BAD_CREDENTIALS(AccountRefusal.BAD_CREDENTIALS.status()),
    ACCOUNT_LOCKED(AccountRefusal.ACCOUNT_LOCKED.status()),
    BAD_REFRESH_TOKEN(AccountRefusal.BAD_REFRESH_TOKEN.status()),

    NOT_CANCELLABLE(HttpStatus.CONFLICT),
    NOT_PAYABLE(HttpStatus.CONFLICT),
    NOT_REFUNDABLE(HttpStatus.CONFLICT),
    BAD_REFUND_AMOUNT(HttpStatus.UNPROCESSABLE_CONTENT),
    REFUND_OPEN(HttpStatus.CONFLICT),
    REFUND_DECIDED(HttpStatus.CONFLICT),
    FORBIDDEN(HttpStatus.FORBIDDEN),
    INVALID_REQUEST(HttpStatus.BAD_REQUEST),
    NOT_FOUND(HttpStatus.NOT_FOUND),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE),
    TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE),
    FAULT(HttpStatus.INTERNAL_SERVER_ERROR);

    private final HttpStatus status;

    Reason(HttpStatus status) {
        this.status = status;
    }

    HttpStatus status() {
        return status;
    }

    /** The last part of its {@link #type}, such as {@code sold-out}. */
    String path() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The address that explains it: see {@link ProblemApi}. */
    URI type() {
        return URI.create("/problems/" + path());
    }

    static Reason of(Refusal refusal) {
        return switch (refusal) {
            case NOT_SIGNED_IN -> NOT_SIGNED_IN;
            case SHOPPERS_ONLY -> SHOPPERS_ONLY;
            case TOO_MANY_ATTEMPTS -> TOO_MANY_ATTEMPTS;
            case UNKNOWN_OFFER -> UNKNOWN_OFFER;
            case BAD_UNITS -> BAD_UNITS;
            case NOT_OPEN_YET -> NOT_OPEN_YET;
            case PAUSED -> PAUSED;
            case ENDED -> ENDED;
            case SOLD_OUT -> SOLD_OUT;
            case LIMIT_REACHED -> LIMIT_REACHED;
            case HAS_UNPAID_ORDER -> HAS_UNPAID_ORDER;
            case ALREADY_BOUGHT -> ALREADY_BOUGHT;
            case PRICE_CHANGED -> PRICE_CHANGED;
            case BUSY -> BUSY;
            case OUTCOME_UNKNOWN -> OUTCOME_UNKNOWN;
            case LOST -> LOST;
        };
    }

    static Reason of(AccountRefusal refusal) {
        return switch (refusal) {
            case BAD_USERNAME -> BAD_USERNAME;
            case PASSWORD_TOO_SHORT -> PASSWORD_TOO_SHORT;
            case PASSWORD_TOO_LONG -> PASSWORD_TOO_LONG;
            case PASSWORD_TOO_COMMON -> PASSWORD_TOO_COMMON;
            case PASSWORD_IS_USERNAME -> PASSWORD_IS_USERNAME;
            case PASSWORD_NOT_NEW -> PASSWORD_NOT_NEW;
            case WRONG_PASSWORD -> WRONG_PASSWORD;
            case SECOND_FACTOR_NEEDED -> SECOND_FACTOR_NEEDED;
            case WRONG_CODE -> WRONG_CODE;
            case BAD_SIGN_IN_TOKEN -> BAD_SIGN_IN_TOKEN;
            case SECOND_FACTOR_IS_SET -> SECOND_FACTOR_IS_SET;
            case NO_SECOND_FACTOR -> NO_SECOND_FACTOR;
            case PASSWORD_CHANGE_DUE -> PASSWORD_CHANGE_DUE;
            case PASSWORD_USED -> PASSWORD_USED;
            case SECOND_FACTOR_DUE -> SECOND_FACTOR_DUE;
            case USERNAME_TAKEN -> USERNAME_TAKEN;
            case BAD_CREDENTIALS -> BAD_CREDENTIALS;
            case ACCOUNT_LOCKED -> ACCOUNT_LOCKED;
            case BAD_REFRESH_TOKEN -> BAD_REFRESH_TOKEN;
            case TOO_MANY_ATTEMPTS -> TOO_MANY_ATTEMPTS;
            case BUSY -> BUSY;
        };
    }

    static Reason of(PaymentRefusal refusal) {
        return switch (refusal) {
            case NOT_PAYABLE -> NOT_PAYABLE;
            case NOT_REFUNDABLE -> NOT_REFUNDABLE;
            case BAD_REFUND_AMOUNT -> BAD_REFUND_AMOUNT;
            case REFUND_OPEN -> REFUND_OPEN;
            case REFUND_DECIDED -> REFUND_DECIDED;
        };
    }

    /** The reason that stands for a status which the framework chose. */
    static Reason of(HttpStatusCode status) {
        return switch (status.value()) {
            case 401 -> NOT_SIGNED_IN;
            case 403 -> FORBIDDEN;
            case 404 -> NOT_FOUND;
            case 405 -> METHOD_NOT_ALLOWED;
            case 406 -> NOT_ACCEPTABLE;
            case 413 -> TOO_LARGE;
            case 415 -> UNSUPPORTED_MEDIA_TYPE;
            case 429 -> TOO_MANY_ATTEMPTS;
            case 503 -> BUSY;
            default -> status.is4xxClientError() ? INVALID_REQUEST : FAULT;
        };
    }
}
