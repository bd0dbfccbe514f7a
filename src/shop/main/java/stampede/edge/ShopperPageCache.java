package stampede.edge;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.filter.ServerHttpObservationFilter;
import org.springframework.web.servlet.LocaleResolver;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.address.Address;
import stampede.security.PageReader;
import stampede.storefront.AnyShopper;

/**
 * Gives signed-in shoppers their pages, after Spring Security has let them in: each page is made for {@link AnyShopper} once for all
 * who ask within a moment, and what is the reader's own is put into its gaps. What makes the page does not know the reader.
 */
final class ShopperPageCache extends HttpFilter {

    private static final String OFFERS = "/offers/";

    private final transient LocaleResolver languages;
    private final transient Function<SignedIn, List<Address>> addressesOf;
    private final transient AsyncCache<Key, Optional<ShopperPage>> pages;

    ShopperPageCache(
            LocaleResolver languages,
            Function<SignedIn, List<Address>> addressesOf,
            MeterRegistry meters,
            Ticker ticker) {
        this.languages = languages;
        this.addressesOf = addressesOf;
        this.pages = PublicResponseCache.momentary("site.shopper-pages", meters, ticker);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var reader = PageReader.current().filter(account -> account.role() == Role.SHOPPER);
        var asked = reader.flatMap(account -> PublicResponseKey.ofPage(request, languages));
        var addresses = asked.filter(page -> page.path().startsWith(OFFERS))
                .flatMap(page -> reader)
                .map(addressesOf)
                .orElseGet(List::of);
        if (asked.isEmpty() || !AnyShopper.isLike(addresses)) {
            chain.doFilter(request, response);
            return;
        }
        nameForMetrics(request, asked.get());
        var key = new Key(asked.get(), addresses.size());
        var mine = new CompletableFuture<Optional<ShopperPage>>();
        var shared = pages.get(key, (wanted, executor) -> mine);
        var page = shared == mine
                ? make(key, mine, request, response, chain)
                : PublicResponseCache.await(shared, PublicResponseCache.PATIENCE);
        if (page.isPresent()) {
            page.get().writeTo(response, AnyShopper.ownOf(reader.get(), addresses, token(request)));
        } else if (shared != mine) {
            chain.doFilter(request, response);
        }
    }

    /** What is not for others, such as a page that says that something is not there, goes to who asked; nothing is left to do if it is empty. */
    private static Optional<ShopperPage> make(
            Key key,
            CompletableFuture<Optional<ShopperPage>> promised,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        var recorded = new RecordedPage(response);
        var page = Optional.<ShopperPage>empty();
        try {
            PageReader.change(
                    AnyShopper.with(key.addresses()),
                    () -> chain.doFilter(new ShopperPageRequest(request, key.asked()), recorded));
            page = ShopperPage.of(recorded);
        } finally {
            promised.complete(page.filter(ShopperPage::isForOthers));
        }
        if (page.isEmpty()) {
            recorded.copyBodyToResponse();
        }
        return page;
    }

    private static String token(HttpServletRequest request) {
        return ((CsrfToken) request.getAttribute(CsrfToken.class.getName())).getToken();
    }

    /** Spring MVC, which names requests otherwise, does not see them. */
    private static void nameForMetrics(HttpServletRequest request, PublicResponseKey asked) {
        ServerHttpObservationFilter.findObservationContext(request)
                .ifPresent(context -> context.setPathPattern(asked.pattern()));
    }

    /** @param addresses how many the reader has, where the page shows them */
    private record Key(PublicResponseKey asked, int addresses) {}
}
