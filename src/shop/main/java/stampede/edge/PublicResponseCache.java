package stampede.edge;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.web.servlet.LocaleResolver;

/**
 * Answers from memory, before anything else looks at the request, what is the same for everybody: each page is made once for
 * all who ask within a moment. The first request goes down the chain as {@link AnonymousRequest}; others at that
 * moment wait for its answer.
 */
final class PublicResponseCache extends HttpFilter {

    /** Short enough that no page needs to be invalidated, and that its clock is right. */
    private static final Duration KEPT = Duration.ofMillis(100);

    private static final int MOST = 500;

    /** Whoever has waited so long for another's answer asks for it alone. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final transient LocaleResolver languages;
    private final transient AsyncCache<PublicResponseKey, Optional<PublicResponse>> answers;
    private final Duration patience;

    PublicResponseCache(LocaleResolver languages, MeterRegistry meters, Ticker ticker, Duration patience) {
        this.languages = languages;
        this.patience = patience;
        this.answers = momentary("site.answers", meters, ticker);
    }

    /** What one request makes for all who ask within a moment. */
    static <K, V> AsyncCache<K, Optional<V>> momentary(String name, MeterRegistry meters, Ticker ticker) {
        var cache = Caffeine.newBuilder()
                .expireAfterWrite(KEPT)
                .maximumSize(MOST)
                .ticker(ticker)
                .recordStats()
                .<K, Optional<V>>buildAsync();
        CaffeineCacheMetrics.monitor(meters, cache, name);
        return cache;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var asked = PublicResponseKey.of(request, languages);
        if (asked.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        var mine = new CompletableFuture<Optional<PublicResponse>>();
        var shared = answers.get(asked.get(), (key, executor) -> mine);
        if (shared == mine) {
            make(asked.get(), mine, request, response, chain);
            return;
        }
        var answer = await(shared, patience);
        if (answer.isPresent()) {
            answer.get().writeTo(request, response);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Empty also if there is none for long. */
    static <V> Optional<V> await(CompletableFuture<Optional<V>> shared, Duration patience) {
        return shared.copy()
                .completeOnTimeout(Optional.empty(), patience.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }

    /** Gives the answer to the others before it is sent to the first, whose connection may be slow; empty makes them ask for themselves. */
    private static void make(
            PublicResponseKey asked,
            CompletableFuture<Optional<PublicResponse>> promised,
            HttpServletRequest request,
            HttpServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        var recorded = new RecordedResponse(response);
        var answer = Optional.<PublicResponse>empty();
        try {
            chain.doFilter(new AnonymousRequest(request, asked), recorded);
            answer = PublicResponse.of(recorded);
        } finally {
            promised.complete(answer);
        }
        if (answer.isPresent()) {
            answer.get().writeTo(request, response);
        } else {
            recorded.copyBodyToResponse();
        }
    }
}
