package stampede.api.problem;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import stampede.account.AccountRefusal;
import stampede.alert.AlertRefusal;
import stampede.archive.ArchiveRefusal;
import stampede.category.CategoryRefusal;
import stampede.channel.ChannelRefusal;
import stampede.coupon.CouponRefusal;
import stampede.draft.DraftRefusal;
import stampede.idempotency.RequestKeyRefusal;
import stampede.imports.ImportRefusal;
import stampede.order.OrderRefusal;
import stampede.payment.PaymentRefusal;
import stampede.picture.PictureRefusal;
import stampede.product.ProductRefusal;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalReason;
import stampede.reminder.ReminderRefusal;
import stampede.retryadmin.RetryRefusal;
import stampede.room.RoomRefusal;
import stampede.sale.SaleRefusal;
import stampede.setting.SettingRefusal;
import stampede.shipping.ShippingRefusal;

/** Why the JSON API refuses a request before any module has looked at it. The names are part of the API. */
public enum ApiRefusal implements RefusalReason {
    FORBIDDEN(HttpStatus.FORBIDDEN),
    INVALID_REQUEST(HttpStatus.BAD_REQUEST),
    NOT_FOUND(HttpStatus.NOT_FOUND),
    METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED),
    NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE),
    TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE),
    UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE),
    FAULT(HttpStatus.INTERNAL_SERVER_ERROR);

    private final HttpStatus status;

    ApiRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "request.refusal." + name();
    }

    /** All reasons with which the JSON API refuses, by name. Modules may share a name, such as BUSY; the first explains it. */
    public static Map<String, RefusalReason> all() {
        return Stream.<RefusalReason[]>of(
                        PurchaseRefusal.values(),
                        AccountRefusal.values(),
                        OrderRefusal.values(),
                        PaymentRefusal.values(),
                        PictureRefusal.values(),
                        RetryRefusal.values(),
                        SettingRefusal.values(),
                        ImportRefusal.values(),
                        DraftRefusal.values(),
                        CouponRefusal.values(),
                        ReminderRefusal.values(),
                        RoomRefusal.values(),
                        SaleRefusal.values(),
                        ProductRefusal.values(),
                        CategoryRefusal.values(),
                        ChannelRefusal.values(),
                        AlertRefusal.values(),
                        RequestKeyRefusal.values(),
                        ShippingRefusal.values(),
                        ArchiveRefusal.values(),
                        values())
                .flatMap(Stream::of)
                .collect(Collectors.toMap(
                        RefusalReason::name, Function.identity(), (first, same) -> first, LinkedHashMap::new));
    }

    /** The reason that stands for a status which the framework chose. */
    static RefusalReason of(HttpStatusCode status) {
        return switch (status.value()) {
            case 401 -> PurchaseRefusal.NOT_SIGNED_IN;
            case 403 -> FORBIDDEN;
            case 404 -> NOT_FOUND;
            case 405 -> METHOD_NOT_ALLOWED;
            case 406 -> NOT_ACCEPTABLE;
            case 413 -> TOO_LARGE;
            case 415 -> UNSUPPORTED_MEDIA_TYPE;
            case 429 -> PurchaseRefusal.TOO_MANY_ATTEMPTS;
            case 503 -> PurchaseRefusal.BUSY;
            default -> status.is4xxClientError() ? INVALID_REQUEST : FAULT;
        };
    }
}
