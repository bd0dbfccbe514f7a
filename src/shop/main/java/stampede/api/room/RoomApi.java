package stampede.api.room;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.api.PurchaseApi;
import stampede.api.problem.ApiRefusal;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.purchase.CrowdGuard;
import stampede.refusal.RefusalException;
import stampede.room.RoomPlace;
import stampede.room.RoomReport;
import stampede.room.RoomReports;
import stampede.room.WaitingRooms;

/** Waiting in front of a popular offer: a ticket, a place, and a pass for the buy button. */
@RestController
@Tag(name = "Purchases")
public class RoomApi {

    /** The header in which a ticket is shown. */
    public static final String TICKET = "Waiting-Room-Ticket";

    private static final String PATH = "/api/v1/offers/{offerId}/queue";

    /** What everybody may see is the same for everybody, so that a cache may answer. */
    private static final CacheControl A_SECOND =
            CacheControl.maxAge(Duration.ofSeconds(1)).cachePublic();

    private static final CacheControl A_MINUTE =
            CacheControl.maxAge(Duration.ofMinutes(1)).cachePublic();

    private final WaitingRooms rooms;
    private final CrowdGuard crowd;
    private final RoomReports reports;
    private final Catalog catalog;

    RoomApi(WaitingRooms rooms, CrowdGuard crowd, RoomReports reports, Catalog catalog) {
        this.catalog = catalog;
        this.rooms = rooms;
        this.crowd = crowd;
        this.reports = reports;
    }

    /** Gives a ticket; a blank one is none. Fails as {@link CrowdGuard#admitToRoom} and {@link WaitingRooms#join} do. */
    @Operation(
            summary = "Take a ticket for the waiting room of an offer; you get the same each time, on whatever device",
            description =
                    "Who has one before the sale opens takes part in a draw, so it makes no difference when. Later tickets stand"
                            + " behind it in the order of arrival.")
    @PostMapping(PATH)
    public RoomTicketView join(
            @CurrentAccount SignedIn account,
            @PathVariable OfferId offerId,
            @RequestHeader(name = TICKET, defaultValue = "") String ticket,
            @Parameter(description = PurchaseApi.PROOF_TEXT) @RequestHeader(name = PurchaseApi.PROOF, defaultValue = "")
                    String proof) {
        return RoomTicketView.of(
                rooms.join(account, offerId, ticket, () -> crowd.admitToRoom(account.id(), offerId, proof)));
    }

    /** Tells the place, and in {@code Retry-After} when to ask again, unless it is over. Fails as {@link WaitingRooms#place} does. */
    @Operation(
            summary =
                    "Your place in the waiting room; ask again after the seconds that Retry-After says, and not when it is OVER")
    @GetMapping(PATH)
    public ResponseEntity<RoomPlaceView> place(
            @CurrentAccount SignedIn account, @PathVariable OfferId offerId, @RequestHeader(TICKET) String ticket) {
        var place = rooms.place(account.id(), offerId, ticket);
        var answer = ResponseEntity.ok();
        if (place.stage() != RoomPlace.Stage.OVER) {
            answer.header("Retry-After", Long.toString(place.askAgainIn().toSeconds()));
        }
        return answer.body(RoomPlaceView.of(place));
    }

    /** Gives a pass. Fails as {@link WaitingRooms#take} does. */
    @Operation(
            summary =
                    "Take a pass when it is your turn: good until the time in the answer, three times, then wait again",
            description =
                    "Send it as Waiting-Room-Pass when you buy. It reserves nothing. While it is good you get the same again; one"
                            + " with which there was nothing to buy is none of the three.")
    @PostMapping(PATH + "/pass")
    public RoomTurnView pass(
            @CurrentAccount SignedIn account, @PathVariable OfferId offerId, @RequestHeader(TICKET) String ticket) {
        return RoomTurnView.of(rooms.take(account.id(), offerId, ticket));
    }

    @Operation(summary = "The waiting room as everybody may see it, with what is needed to check the draw")
    @GetMapping(PATH + "/state")
    ResponseEntity<RoomStateView> state(@PathVariable OfferId offerId) {
        return rooms.of(offerId)
                .map(room -> ResponseEntity.ok().cacheControl(A_SECOND).body(RoomStateView.of(room)))
                .orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    @Operation(
            summary =
                    "What became of the waiting rooms of an offer, with what is needed to check their draws; empty if it had none")
    @GetMapping(PATH + "/proof")
    ResponseEntity<List<RoomReport>> proof(@PathVariable OfferId offerId) {
        if (catalog.offer(offerId).isEmpty()) {
            throw new RefusalException(ApiRefusal.NOT_FOUND);
        }
        return ResponseEntity.ok().cacheControl(A_MINUTE).body(reports.of(offerId));
    }
}
