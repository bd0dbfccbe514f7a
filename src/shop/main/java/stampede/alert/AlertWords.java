package stampede.alert;

import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;
import stampede.channel.ChannelMessage;
import stampede.channel.LocalizedText;

/** Says alerts in words, in both languages. */
@Component
class AlertWords {

    private final MessageSource messages;

    AlertWords(MessageSource messages) {
        this.messages = messages;
    }

    /** What channels are told. */
    ChannelMessage message(AlertTelling telling, Instant now) {
        var alert = telling.alert();
        return message(telling.id(), telling.what(), alert, "", now);
    }

    /**
     * The same of an alert that is in no table.
     *
     * @param heardFrom the only node that says so, where others cannot be asked; else empty
     */
    ChannelMessage message(String id, AlertState what, Alert alert, String heardFrom, Instant now) {
        var isOver = what == AlertState.RESOLVED;
        return new ChannelMessage(
                id,
                isOver ? ChannelMessage.RESOLVED : ChannelMessage.FIRING,
                alert.severity(),
                alert.rule().id(),
                alert.subject(),
                both(locale -> title(alert, isOver, locale)),
                both(locale -> text(alert, isOver, heardFrom, locale)),
                alert.id() == 0 ? "/console/alerts" : "/console/alerts/" + alert.id(),
                alert.rule().runbook(),
                alert.startedAt(),
                now,
                alert.rule().unit() == AlertRule.Unit.NONE ? null : alert.value());
    }

    private String title(Alert alert, boolean isOver, Locale locale) {
        var name = say("alert.rule." + alert.rule(), locale);
        var named = alert.subject().isEmpty() ? name : say("alert.named", locale, name, alert.subject());
        return isOver ? say("alert.over", locale, named) : named;
    }

    private String text(Alert alert, boolean isOver, String heardFrom, Locale locale) {
        var words = "alert.rule." + alert.rule();
        var what = say(words + ".what", locale, alert.shown(), alert.subject());
        if (isOver) {
            return say("alert.was", locale, what);
        }
        var heard = heardFrom.isEmpty() ? "" : "\n" + say("alert.heard-from", locale, heardFrom);
        return what + "\n" + say(words + ".todo", locale) + heard;
    }

    private String say(String key, Locale locale, Object... values) {
        return messages.getMessage(key, values, locale);
    }

    private static LocalizedText both(Function<Locale, String> say) {
        return new LocalizedText(say.apply(Locale.SIMPLIFIED_CHINESE), say.apply(Locale.ENGLISH));
    }
}
