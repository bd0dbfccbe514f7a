package stampede.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import stampede.account.SignedIn;
import stampede.api.PurchaseApi;
import stampede.api.room.RoomApi;
import stampede.room.RoomRefusal;
import tools.jackson.databind.ObjectWriter;

/**
 * Asks {@link RoomApi} what a crowd asks of it, a ticket, a place and a pass, without Spring Security and Spring MVC, which cost many times
 * as much: each who waits asks again and again. Any other request goes on to them, so they alone answer errors of form.
 */
final class FastRoomFilter extends HttpFilter {

    private static final String QUEUE = "/queue";
    private static final String PASS = "/queue/pass";

    private final transient FastPath path;
    private final transient RoomApi rooms;
    private final transient ObjectWriter writer;

    FastRoomFilter(FastPath path, RoomApi rooms, ObjectWriter writer) {
        this.path = path;
        this.rooms = rooms;
        this.writer = writer;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var wish = wish(request);
        var account = wish == null || !FastPath.wantsPlainJson(request) ? null : path.account(request);
        if (wish == null || account == null) {
            chain.doFilter(request, response);
            return;
        }
        path.answer(request, response, RoomRefusal.ROOM_AWAY, () -> answer(response, wish.apply(account)));
    }

    private void answer(HttpServletResponse response, ResponseEntity<?> answer) throws IOException {
        var again = answer.getHeaders().getFirst(HttpHeaders.RETRY_AFTER);
        if (again != null) {
            response.setHeader(HttpHeaders.RETRY_AFTER, again);
        }
        path.write(response, answer.getStatusCode(), writer, Objects.requireNonNull(answer.getBody()));
    }

    /** What is asked of the room by whoever signed in; null for what Spring MVC is asked. */
    private @Nullable Function<SignedIn, ResponseEntity<?>> wish(HttpServletRequest request) {
        return switch (request.getMethod()) {
            case "GET" -> look(request);
            case "POST" -> hasBody(request) ? null : take(request);
            default -> null;
        };
    }

    private @Nullable Function<SignedIn, ResponseEntity<?>> look(HttpServletRequest request) {
        var offer = FastPath.offerIn(request.getRequestURI(), QUEUE);
        var ticket = request.getHeader(RoomApi.TICKET);
        return offer == null || ticket == null ? null : account -> rooms.place(account, offer, ticket);
    }

    private @Nullable Function<SignedIn, ResponseEntity<?>> take(HttpServletRequest request) {
        var ticket = request.getHeader(RoomApi.TICKET);
        var ofPass = FastPath.offerIn(request.getRequestURI(), PASS);
        if (ofPass != null) {
            return ticket == null ? null : account -> ResponseEntity.ok(rooms.pass(account, ofPass, ticket));
        }
        var offer = FastPath.offerIn(request.getRequestURI(), QUEUE);
        var proof = request.getHeader(PurchaseApi.PROOF);
        return offer == null
                ? null
                : account -> ResponseEntity.ok(
                        rooms.join(account, offer, ticket == null ? "" : ticket, proof == null ? "" : proof));
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
    }
}
