package stampede.storefront.room;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.purchase.CrowdGuard;
import stampede.purchase.PurchaseRefused;
import stampede.ratelimit.ClientAddress;
import stampede.room.RoomPlace;
import stampede.room.RoomRefusal;
import stampede.room.RoomRefused;
import stampede.room.RoomView;
import stampede.room.WaitingRooms;
import stampede.storefront.ChallengePage;
import stampede.storefront.OfferCards;
import stampede.storefront.Redirects;
import stampede.storefront.RefusalPage;
import stampede.storefront.RoomCookies;
import stampede.storefront.RoomEventStream;

/** The page on which one waits, and which leads to the offer when it is one's turn. */
@Controller
class RoomController {

    private static final String PATH = "/offers/{offer}/queue";

    /** When it is looked again for a pass that could not be had. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private final WaitingRooms rooms;
    private final RoomCookies cookies;
    private final OfferCards offerCards;
    private final CrowdGuard crowd;
    private final RoomEventStream stream;
    private final Clock clock;

    RoomController(
            WaitingRooms rooms,
            CrowdGuard crowd,
            RoomCookies cookies,
            OfferCards offerCards,
            RoomEventStream stream,
            Clock clock) {
        this.rooms = rooms;
        this.crowd = crowd;
        this.cookies = cookies;
        this.offerCards = offerCards;
        this.stream = stream;
        this.clock = clock;
    }

    /** Also what replaces the place while one waits: the same page, of which htmx takes a part. */
    @GetMapping(PATH)
    ModelAndView room(
            @CurrentAccount Optional<SignedIn> account,
            @PathVariable OfferId offer,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        var room = rooms.of(offer);
        if (room.isEmpty()) {
            return Redirects.seeOther("/offers/" + offer);
        }
        if (account.isEmpty()) {
            return signIn(offer);
        }
        show(room.get(), model);
        try {
            showTicket(account.get(), offer, RoomCookies.ticket(request, offer), request, response, model);
        } catch (RoomRefused refused) {
            if (refused.reason() == RoomRefusal.ROOM_AWAY || refused.reason() == RoomRefusal.ROOM_TOO_OFTEN) {
                model.addAttribute("again", refused.reason());
                model.addAttribute("refreshSeconds", SOON.toSeconds());
            }
        }
        return new ModelAndView("storefront/room");
    }

    /**
     * Tells how many come in before, then that it is their turn. 409 while that is far off, 503 if too many are watching, here or of this
     * shopper: the page then asks now and then.
     */
    @GetMapping(path = PATH + "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<SseEmitter> events(
            @CurrentAccount SignedIn account, @PathVariable OfferId offer, HttpServletRequest request) {
        try {
            var place = rooms.place(account.id(), offer, RoomCookies.ticket(request, offer));
            if (!RoomEventStream.isNear(place)) {
                return ResponseEntity.status(HttpStatus.CONFLICT).build();
            }
            return stream.watch(account.id(), ClientAddress.network(request.getRemoteAddr()), offer, place)
                    .map(emitter -> ResponseEntity.ok()
                            .header("X-Accel-Buffering", "no")
                            .body(emitter))
                    .orElseGet(() -> ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                            .build());
        } catch (RoomRefused refused) {
            return ResponseEntity.status(refused.reason().status()).build();
        }
    }

    @PostMapping(PATH)
    ModelAndView join(
            @CurrentAccount Optional<SignedIn> account,
            @PathVariable OfferId offer,
            @RequestParam(defaultValue = "") String proof,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        if (account.isEmpty()) {
            return signIn(offer);
        }
        try {
            var ticket = join(account.get(), offer, RoomCookies.ticket(request, offer), proof);
            cookies.keepTicket(response, offer, ticket);
            return Redirects.seeOther("/offers/" + offer + "/queue");
        } catch (PurchaseRefused refused) {
            RefusalPage.show(refused, response, model);
            model.addAttribute("offerId", offer);
            offerCards.card(offer).ifPresent(card -> model.addAttribute("card", card));
            return new ModelAndView(ChallengePage.viewOf(refused, PATH.replace("{offer}", offer.toString()), model));
        } catch (RoomRefused refused) {
            if (refused.reason() == RoomRefusal.NO_ROOM) {
                return Redirects.seeOther("/offers/" + offer);
            }
            RefusalPage.show(refused, response, model);
            rooms.of(offer).ifPresent(room -> show(room, model));
            return new ModelAndView("storefront/room");
        }
    }

    /** A ticket that is not theirs, or of a room that is gone, is as good as none. */
    private String join(SignedIn account, OfferId offer, String shown, String proof) {
        try {
            return rooms.join(account, offer, shown, () -> crowd.admitToRoom(account.id(), offer, proof))
                    .ticket();
        } catch (RoomRefused refused) {
            return switch (refused.reason()) {
                case ROOM_FORGED, ROOM_OTHER_ACCOUNT, ROOM_OTHER_ROOM -> join(account, offer, "", proof);
                default -> throw refused;
            };
        }
    }

    private void showTicket(
            SignedIn account,
            OfferId offer,
            String ticket,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        if (ticket.isBlank()) {
            return;
        }
        var place = rooms.place(account.id(), offer, ticket);
        model.addAttribute("place", place);
        switch (place.stage()) {
            case GATHERING, WAITING -> showWaiting(place, model);
            case YOUR_TURN -> showTurn(account, offer, ticket, request, response, model);
            case OVER -> {}
        }
    }

    private static void showWaiting(RoomPlace place, Model model) {
        model.addAttribute("place", place);
        model.addAttribute("refreshSeconds", place.askAgainIn().toSeconds());
        model.addAttribute("near", RoomEventStream.isNear(place));
    }

    /** With the pass that the browser has, or one that it gets now; who has had all of theirs waits again, with another ticket. */
    private void showTurn(
            SignedIn account,
            OfferId offer,
            String ticket,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        var has = rooms.read(account.id(), offer, RoomCookies.pass(request, offer));
        if (has.isPresent()) {
            model.addAttribute("until", has.get().until());
            return;
        }
        var turn = rooms.take(account.id(), offer, ticket);
        if (turn.pass().isPresent()) {
            cookies.keepPass(response, offer, turn.pass().get(), Duration.between(clock.instant(), turn.until()));
            model.addAttribute("until", turn.until());
        } else {
            cookies.keepTicket(response, offer, turn.ticket());
            showWaiting(rooms.place(account.id(), offer, turn.ticket()), model);
        }
    }

    private void show(RoomView room, Model model) {
        model.addAttribute("room", room);
        offerCards.card(room.offer()).ifPresent(card -> model.addAttribute("card", card));
    }

    private static ModelAndView signIn(OfferId offer) {
        return Redirects.seeOther("/sign-in?continue=/offers/" + offer + "/queue");
    }
}
