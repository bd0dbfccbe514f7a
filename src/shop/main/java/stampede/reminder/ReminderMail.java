package stampede.reminder;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Function;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.mail.MailText;
import stampede.mail.ShopperMail;
import stampede.site.ShopTimes;

/** Tells by mail. Whoever has no confirmed address, or wants to know of what is no longer for sale, is sent nothing. */
@Component
class ReminderMail {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

    private final ShopperMail mail;
    private final Catalog catalog;
    private final ShopTimes times;
    private final MessageSource messages;

    ReminderMail(ShopperMail mail, Catalog catalog, ShopTimes times, MessageSource messages) {
        this.mail = mail;
        this.catalog = catalog;
        this.times = times;
        this.messages = messages;
    }

    /** In the caller's transaction. Late mail is of no use: after the opening, or the end of the sale, it is not sent. */
    void send(Reminder reminder) {
        if (reminder.offer().isEmpty()) {
            catalog.slot(reminder.slot())
                    .ifPresent(slot -> send(
                            reminder,
                            "/slots/" + slot.id(),
                            language -> say("slot", language, time(slot.window().opensAt()), "", "")));
            return;
        }
        reminder.offer()
                .flatMap(catalog::offer)
                .ifPresent(offer -> send(
                        reminder,
                        "/offers/" + offer.id(),
                        language -> say(
                                reminder.kind().name(),
                                language,
                                time(offer.window().opensAt()),
                                offer.name(language),
                                offer.price().toString())));
    }

    private void send(Reminder reminder, String path, Function<Locale, MailText.Words> words) {
        mail.send(reminder.account(), MailText.of(words, path), reminder.over());
    }

    private MailText.Words say(String kind, Locale language, String time, String name, String price) {
        var key = "reminder.mail." + kind;
        var values = new Object[] {time, name, price};
        return new MailText.Words(
                messages.getMessage(key + ".subject", values, language),
                messages.getMessage(key + ".text", values, language));
    }

    private String time(Instant instant) {
        return TIME.format(times.at(instant));
    }
}
