package stampede.setting;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a setting is not changed. The names are part of the JSON API. */
public enum SettingRefusal implements RefusalReason {
    UNKNOWN_SETTING(HttpStatus.NOT_FOUND),
    /** It cannot be read, is out of its range, or against a rule. */
    BAD_SETTING(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The reason has fewer than 5 or more than 200 characters. */
    BAD_REASON(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Somebody else has changed it since it was looked at. */
    SETTING_CHANGED(HttpStatus.CONFLICT),
    /** A risky one was to be changed without a word that it is meant. */
    NOT_CONFIRMED(HttpStatus.CONFLICT);

    private final HttpStatus status;

    SettingRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "setting.refusal." + name();
    }
}
