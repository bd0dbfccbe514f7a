package stampede.storefront.reminder;

import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.MessageSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.reminder.CalendarEvent;
import stampede.storefront.OfferCard;
import stampede.storefront.OfferCards;
import stampede.storefront.PageNotFound;

/** Sales for people's calendars: without an account, and the same for everybody. */
@Controller
class CalendarController {

    private static final Duration ALARM = Duration.ofMinutes(10);

    private final OfferCards offerCards;
    private final Catalog catalog;
    private final MessageSource messages;
    private final Clock clock;
    private final String shop;

    CalendarController(
            OfferCards offerCards,
            Catalog catalog,
            MessageSource messages,
            Clock clock,
            @Value("${stampede.payment.public-url:}") String shop) {
        this.offerCards = offerCards;
        this.catalog = catalog;
        this.messages = messages;
        this.clock = clock;
        this.shop = shop.endsWith("/") ? shop.substring(0, shop.length() - 1) : shop;
    }

    @GetMapping("/reminders/offers/{id}/sale.ics")
    ResponseEntity<String> offer(@PathVariable OfferId id, Locale language) {
        var offer = offerCards.card(id).map(OfferCard::offer).orElseThrow(() -> offerCards.notHere(id));
        return answer(
                "offer-" + id,
                offer.window(),
                say("reminder.calendar.offer", language, offer.name(language)),
                say("reminder.calendar.offer.text", language, offer.price(), offer.limitPerShopper()),
                "/offers/" + id);
    }

    @GetMapping("/reminders/slots/{id}/sale.ics")
    ResponseEntity<String> slot(@PathVariable SlotId id, Locale language) {
        var slot = catalog.slot(id).filter(known -> !known.isOfCoupons()).orElseThrow(PageNotFound::new);
        return answer(
                "slot-" + id,
                slot.window(),
                say("reminder.calendar.slot", language),
                say("reminder.calendar.slot.text", language, catalog.offers(id).size()),
                "/slots/" + id);
    }

    private ResponseEntity<String> answer(String name, SaleWindow window, String summary, String text, String path) {
        var event = new CalendarEvent(
                name + "@stampede",
                window.opensAt(),
                window.closesAt(),
                summary,
                text,
                shop.isEmpty() ? "" : shop + path,
                ALARM);
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_TYPE, "text/calendar;charset=UTF-8")
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + ".ics\"")
                .body(event.text(clock.instant()));
    }

    private String say(String key, Locale language, Object... values) {
        return messages.getMessage(key, values, language);
    }
}
