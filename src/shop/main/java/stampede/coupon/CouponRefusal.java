package stampede.coupon;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a coupon is not offered, stopped or used. The names are part of the JSON API. */
public enum CouponRefusal implements RefusalReason {
    /** A coupon's name has 1 to 60 characters in one line. */
    BAD_COUPON_NAME(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Its description has at most 200 characters. */
    BAD_COUPON_DESCRIPTION(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It is worth ¥0.01 to ¥1,000,000. */
    BAD_FACE_VALUE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It asks one to spend ¥0 to ¥1,000,000. */
    BAD_MINIMUM_SPEND(HttpStatus.UNPROCESSABLE_CONTENT),
    /** There are 1 to 1,000,000 of it. */
    BAD_AMOUNT(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It can be had up to some time to come, after it began and within a year. */
    BAD_COUPON_WINDOW(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It is valid for 1 to 366 days, and not only before it can be had. */
    BAD_VALIDITY(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Its seller has, or had, another one of that name. */
    COUPON_NAME_TAKEN(HttpStatus.CONFLICT),
    /** There is no such coupon on offer, or it is another seller's. */
    NO_SUCH_COUPON_OFFER(HttpStatus.NOT_FOUND),
    /** Nobody has a coupon of this code, or it is another seller's. */
    NO_SUCH_COUPON(HttpStatus.NOT_FOUND),
    /** It was used before. */
    COUPON_USED(HttpStatus.CONFLICT),
    /** It is not valid any more. */
    COUPON_EXPIRED(HttpStatus.CONFLICT),
    /** Twenty codes a minute that are not right. */
    TOO_MANY_CODES(HttpStatus.TOO_MANY_REQUESTS);

    private final HttpStatus status;

    CouponRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "coupon.refusal." + name();
    }
}
