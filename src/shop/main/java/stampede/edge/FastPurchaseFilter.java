package stampede.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import stampede.account.SignedIn;
import stampede.api.PurchaseApi;
import stampede.api.PurchaseRateLimitInterceptor;
import stampede.api.PurchaseView;
import stampede.api.problem.ApiRefusal;
import stampede.catalog.OfferId;
import stampede.purchase.AdmittedAttempt;
import stampede.purchase.BotPasses;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.refusal.RefusalException;
import stampede.site.ProxyCacheHeader;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers what a sale consists of, a press of the buy button and the question what became of it, before Spring Security and
 * Spring MVC are asked, which cost ten times as much as deciding. Answers as {@link PurchaseApi} would. Any other request
 * goes on to them, untouched, so they alone answer errors of form.
 */
final class FastPurchaseFilter extends HttpFilter {

    static final String PURCHASES = "/api/v1/purchases/";

    private static final String TO_BUY = "/purchases";
    private static final int LONGEST_BODY_BYTES = 1024;

    private final transient FastPath path;
    private final transient BotPasses bots;
    private final transient Purchases purchases;
    private final long refusalSeconds;
    private final transient ObjectReader readWanted;
    private final transient ObjectWriter writeView;

    /** @param refusalAge how long a refusal that is everybody's may be kept */
    FastPurchaseFilter(FastPath path, BotPasses bots, Purchases purchases, Duration refusalAge, JsonMapper json) {
        this.path = path;
        this.bots = bots;
        this.purchases = purchases;
        this.refusalSeconds = refusalAge.toSeconds();
        this.readWanted = json.readerFor(PurchaseApi.Wanted.class);
        this.writeView = json.writerFor(PurchaseView.class);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var uri = request.getRequestURI();
        var account = FastPath.wantsPlainJson(request) && isOurs(uri) ? account(request, uri) : null;
        if (account == null) {
            chain.doFilter(request, response);
            countIfNobody(request, response);
        } else if (request.getMethod().equals(HttpMethod.POST.name())) {
            buy(account, FastPath.offerIn(uri, TO_BUY), request, response, chain);
        } else {
            look(account, purchaseIn(uri), request, response, chain);
        }
    }

    private void buy(
            SignedIn account,
            @Nullable OfferId offer,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        var key = request.getHeader("Idempotency-Key");
        if (offer == null || key == null || !hasPlainBody(request)) {
            chain.doFilter(request, response);
            return;
        }
        path.answer(request, response, PurchaseRefusal.BUSY, () -> {
            var attempt = purchases.admit(account, request.getRemoteAddr(), offer);
            PurchaseRateLimitInterceptor.keep(request, attempt);
            var body = request.getInputStream().readNBytes(LONGEST_BODY_BYTES);
            var wish = wanted(body).flatMap(wanted -> wish(attempt, offer, wanted, key, request));
            if (wish.isEmpty()) {
                chain.doFilter(new BufferedBodyRequest(request, body), response);
                return;
            }
            var purchase = decide(wish.get(), response);
            response.setHeader(HttpHeaders.LOCATION, PURCHASES + purchase);
            path.write(response, HttpStatus.ACCEPTED, writeView, PurchaseView.accepted(purchase));
        });
    }

    /** What is sold out or over is so for everybody; who wants more units than are left is refused alone. */
    private PurchaseId decide(PurchaseRequest wish, HttpServletResponse response) {
        try {
            return purchases.buy(wish);
        } catch (PurchaseRefused refused) {
            if (refusalSeconds > 0
                    && (refused.reason() == PurchaseRefusal.ENDED
                            || (refused.reason() == PurchaseRefusal.SOLD_OUT && wish.units() == 1))) {
                response.setHeader(ProxyCacheHeader.HEADER, Long.toString(refusalSeconds));
            }
            throw refused;
        }
    }

    private void countIfNobody(HttpServletRequest request, HttpServletResponse response) {
        if (response.getStatus() == HttpStatus.UNAUTHORIZED.value()
                && request.getMethod().equals(HttpMethod.POST.name())) {
            var offer = FastPath.offerIn(request.getRequestURI(), TO_BUY);
            if (offer != null) {
                purchases.refuse(PurchaseRefusal.NOT_SIGNED_IN, offer);
            }
        }
    }

    private void look(
            SignedIn account,
            @Nullable PurchaseId purchase,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        if (purchase == null || !request.getMethod().equals(HttpMethod.GET.name())) {
            chain.doFilter(request, response);
            return;
        }
        path.answer(request, response, PurchaseRefusal.BUSY, () -> {
            var progress = purchases
                    .progress(account.id(), purchase)
                    .orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
            path.write(response, HttpStatus.OK, writeView, PurchaseView.of(purchase, progress));
        });
    }

    private static boolean isOurs(String path) {
        return path.startsWith(PURCHASES) || path.endsWith(TO_BUY);
    }

    private static boolean hasPlainBody(HttpServletRequest request) {
        return MediaType.APPLICATION_JSON_VALUE.equals(request.getContentType())
                && request.getContentLength() > 0
                && request.getContentLength() <= LONGEST_BODY_BYTES;
    }

    /** A shopper by a token; or a bot by a pass, which is good here alone, so that a bot can do nothing else in the shop. */
    private @Nullable SignedIn account(HttpServletRequest request, String uri) {
        var authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
        return authorization != null && authorization.startsWith(BotPasses.SCHEME)
                ? bot(authorization, uri)
                : path.account(request);
    }

    private @Nullable SignedIn bot(String pass, String path) {
        var purchase = purchaseIn(path);
        var offer = purchase == null ? FastPath.offerIn(path, TO_BUY) : purchase.offer();
        return offer == null ? null : bots.bot(pass, offer).orElse(null);
    }

    private static @Nullable PurchaseId purchaseIn(String path) {
        try {
            return path.startsWith(PURCHASES) ? PurchaseId.of(path.substring(PURCHASES.length())) : null;
        } catch (IllegalArgumentException notAnId) {
            return null;
        }
    }

    private Optional<PurchaseApi.Wanted> wanted(byte[] body) {
        try {
            return Optional.<PurchaseApi.Wanted>ofNullable(readWanted.readValue(body))
                    .filter(PurchaseApi.Wanted::isPlain);
        } catch (JacksonException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<PurchaseRequest> wish(
            AdmittedAttempt attempt, OfferId offer, PurchaseApi.Wanted wanted, String key, HttpServletRequest request) {
        try {
            var address = Objects.requireNonNull(wanted.address());
            return Optional.of(new PurchaseRequest(
                    attempt,
                    offer,
                    wanted.units(),
                    address,
                    key,
                    header(request, PurchaseApi.WAITING_ROOM_PASS),
                    header(request, PurchaseApi.PROOF)));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Blank if there is none. */
    private static String header(HttpServletRequest request, String name) {
        return Optional.ofNullable(request.getHeader(name)).orElse("");
    }
}
