package stampede.faults;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;
import stampede.Stampede;
import stampede.catalog.OfferId;
import stampede.recovery.CounterRebuild;
import stampede.testing.MainClassesOnly;

/** The whole shop in a process of its own, which a test kills in the middle of something; see {@link DeathSwitch}. */
final class MortalShop {

    private MortalShop() {}

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Stampede.class, SilentEndpoint.class, RebuildOnDemand.class)
                .profiles("development")
                .initializers(new MainClassesOnly(), new DeathSwitch())
                .run(arguments);
    }

    /** While there is a file named {@code silence} in {@code faults.directory}, notifications are dealt with and never answered. */
    static final class SilentEndpoint extends OncePerRequestFilter {

        private final Path directory;

        SilentEndpoint(@Value("${faults.directory}") Path directory) {
            this.directory = directory;
        }

        @Override
        protected boolean shouldNotFilter(HttpServletRequest request) {
            return !request.getRequestURI().startsWith("/payments/alipay/notify");
        }

        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            var kept = new ContentCachingResponseWrapper(response);
            chain.doFilter(request, kept);
            if (Files.exists(directory.resolve("silence"))) {
                waitForTheEnd();
            }
            kept.copyBodyToResponse();
        }

        private static void waitForTheEnd() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Rebuilds an offer's counter, as an operator may at any moment, when a file in {@code faults.directory} names it. */
    static final class RebuildOnDemand {

        private static final String ORDER = "rebuild-";

        private final Path directory;
        private final CounterRebuild counterRebuild;

        RebuildOnDemand(@Value("${faults.directory}") Path directory, CounterRebuild counterRebuild) {
            this.directory = directory;
            this.counterRebuild = counterRebuild;
        }

        @Scheduled(fixedDelay = 100)
        void turn() throws InterruptedException {
            for (var order : orders()) {
                if (order.delete()) {
                    counterRebuild.now(
                            new OfferId(Long.parseLong(order.getName().substring(ORDER.length()))));
                }
            }
        }

        private List<File> orders() {
            var files = directory.toFile().listFiles((place, name) -> name.startsWith(ORDER));
            return files == null ? List.of() : List.of(files);
        }
    }
}
