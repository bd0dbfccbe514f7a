package stampede.pulse.live;

import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ShadowOffers;
import stampede.counter.LiveStock;
import stampede.counter.OfferStatus;
import stampede.draft.OfferSearchRepository;
import stampede.site.ShopTimes;

/** What the live pages of sellers and of operators share: all but their addresses. */
@Component
class LivePages {

    private static final int RELOAD_S = 5;

    private final LiveFeeds feeds;
    private final LiveStreams streams;
    private final Catalog catalog;
    private final ShadowOffers shadows;
    private final OfferSearchRepository offers;
    private final LiveStock stock;
    private final ShopTimes times;

    LivePages(
            LiveFeeds feeds,
            LiveStreams streams,
            Catalog catalog,
            ShadowOffers shadows,
            OfferSearchRepository offers,
            LiveStock stock,
            ShopTimes times) {
        this.feeds = feeds;
        this.streams = streams;
        this.catalog = catalog;
        this.shadows = shadows;
        this.offers = offers;
        this.stock = stock;
        this.times = times;
    }

    /** The offer of that number, or the shadow that a rehearsal sells or sold; what is no number is none. */
    Offer find(String offer) {
        return Optional.of(offer)
                .filter(text -> text.matches("[1-9]\\d{0,17}|[1-8]\\d{18}"))
                .map(OfferId::of)
                .flatMap(number -> number.isShadow() ? shadows.findSold(number) : catalog.offer(number))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    /** The same, if it is this seller's by the database. */
    Offer find(String offer, SignedIn seller) {
        var found = find(offer);
        if (offers.find(found.id(), Scope.of(seller)).isEmpty()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return found;
    }

    /** @param base the address of the page */
    ModelAndView page(Offer offer, String base) {
        return new ModelAndView("live/offer")
                .addObject("base", base)
                .addObject("offer", offer)
                .addObject("status", OfferStatus.of(offer, stock.of(offer.id()), times.now()))
                .addObject("live", view(offer))
                .addObject("kinds", LiveMark.Kind.values())
                .addObject("statuses", OfferStatus.values())
                .addObject("refreshSeconds", RELOAD_S);
    }

    LiveView view(Offer offer) {
        return new LiveView(feed(offer).after(0));
    }

    List<LiveRow> rows(List<Offer> offers) {
        return offers.stream()
                .map(offer -> new LiveRow(offer, OfferStatus.of(offer, stock.of(offer.id()), times.now()), view(offer)))
                .toList();
    }

    /** A stream of them, or 503 if there are too many: the page asks for the figures then. */
    ResponseEntity<SseEmitter> events(Offer offer, Optional<String> lastEvent) {
        return streams.open(feed(offer), second(lastEvent))
                .map(emitter -> ResponseEntity.ok()
                        .contentType(MediaType.TEXT_EVENT_STREAM)
                        .header("X-Accel-Buffering", "no")
                        .body(emitter))
                .orElseGet(() ->
                        ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build());
    }

    /** What came after a second that the page has already. */
    ResponseEntity<LivePast> figures(Offer offer, Optional<String> since) {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(LivePast.of(feed(offer).after(second(since))));
    }

    private LiveFeed feed(Offer offer) {
        return feeds.of(offer.id()).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private static long second(Optional<String> text) {
        return text.filter(digits -> digits.matches("\\d{1,12}"))
                .map(Long::parseLong)
                .orElse(0L);
    }

    /** @param live its last ten minutes */
    record LiveRow(Offer offer, OfferStatus status, LiveView live) {}
}
