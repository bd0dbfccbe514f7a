package stampede.channel;

import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/** Every reason for which a channel stays as it is. The names are part of the JSON API. */
public enum ChannelRefusal implements RefusalReason {
    NO_SUCH_CHANNEL(HttpStatus.NOT_FOUND),
    /** A name has 1 to 60 characters. */
    BAD_CHANNEL_NAME(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Another one is called so. */
    CHANNEL_NAME_TAKEN(HttpStatus.CONFLICT),
    /** It is of none of the kinds there are, or its kind was to be changed. */
    BAD_CHANNEL_KIND(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The address is none, is not HTTPS, or has a user or a token in it. */
    BAD_CHANNEL_ADDRESS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** The address lies in a private network. */
    CHANNEL_ADDRESS_INSIDE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A token or key is missing, or is none. */
    BAD_CHANNEL_TOKEN(HttpStatus.UNPROCESSABLE_CONTENT),
    /** A secret is missing, or is none. */
    BAD_CHANNEL_SECRET(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Who is told, or called, are no addresses or numbers, or more than 20. */
    BAD_RECIPIENTS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It takes nothing, or things that there are not. */
    BAD_CHANNEL_FILTER(HttpStatus.UNPROCESSABLE_CONTENT),
    /** It is Chinese or English. */
    BAD_CHANNEL_LANGUAGE(HttpStatus.UNPROCESSABLE_CONTENT),
    /** They are two different times, or none. */
    BAD_QUIET_HOURS(HttpStatus.UNPROCESSABLE_CONTENT),
    /** Somebody else changed it since it was looked at. */
    CHANNEL_CHANGED(HttpStatus.PRECONDITION_FAILED),
    /** There are 50 at most. */
    TOO_MANY_CHANNELS(HttpStatus.CONFLICT),
    /** Fifteen messages were sent within a minute. */
    CHANNEL_BUSY(HttpStatus.TOO_MANY_REQUESTS);

    private final HttpStatus status;

    ChannelRefusal(HttpStatus status) {
        this.status = status;
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    @Override
    public String messageKey() {
        return "channel.refusal." + name();
    }
}
