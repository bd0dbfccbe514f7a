package stampede.load;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.DefaultRedisScript;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * What Spring MVC can do on this machine without the shop: a POST with a small JSON answer, and the same with one call of the
 * script that reserves. Runs with the shop's own settings of server, threads and Redis.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    TomcatServletWebServerAutoConfiguration.class,
    DispatcherServletAutoConfiguration.class,
    WebMvcAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    DataRedisAutoConfiguration.class
})
@Import(BareServer.Answers.class)
public class BareServer {

    public static void main(String[] arguments) {
        SpringApplication.run(BareServer.class, arguments);
    }

    /** Both answer as a purchase does. */
    @RestController
    static class Answers {

        private static final String SALE = "bench:{1}:";

        private final AtomicLong number = new AtomicLong(System.currentTimeMillis() << 20);

        @SuppressWarnings("rawtypes")
        private final DefaultRedisScript<List> reserve = new DefaultRedisScript<>();

        private final List<String> keys = Stream.of(
                        "state", "shoppers", "reservations", "pending", "keys", "released", "moves")
                .map(SALE::concat)
                .toList();
        private final StringRedisTemplate redis;

        Answers(StringRedisTemplate redis) {
            this.redis = redis;
            reserve.setLocation(new ClassPathResource("stampede/counter/reserve.lua"));
            reserve.setResultType(List.class);
            redis.delete(keys);
            redis.opsForHash()
                    .putAll(
                            SALE + "state",
                            Map.of(
                                    "gate",
                                    "OPEN",
                                    "epoch",
                                    "1",
                                    "total",
                                    "100000000",
                                    "left",
                                    "100000000",
                                    "opens",
                                    "0",
                                    "closes",
                                    "9000000000000",
                                    "limit",
                                    "100000000"));
        }

        /** That it is open. */
        @GetMapping("/bare")
        String open() {
            return "open";
        }

        @PostMapping("/bare")
        @ResponseStatus(HttpStatus.ACCEPTED)
        Accepted bare(@RequestBody Wanted wanted) {
            return new Accepted(Long.toString(number.incrementAndGet()), "QUEUED", Instant.now());
        }

        @PostMapping("/bare/reserve")
        @ResponseStatus(HttpStatus.ACCEPTED)
        Accepted reserve(@RequestBody Wanted wanted) {
            var id = Long.toString(number.incrementAndGet());
            var arguments = new ArrayList<String>(List.of(
                    "30000", id.substring(8), Integer.toString(wanted.units()), id, id, "100 " + wanted.address()));
            var answer = redis.execute(reserve, keys, arguments.toArray());
            if (answer == null || !"KEPT".equals(answer.get(0))) {
                throw new IllegalStateException("Redis said " + answer);
            }
            return new Accepted(id, "QUEUED", Instant.now());
        }
    }

    record Wanted(int units, String address) {}

    record Accepted(String purchaseId, String status, Instant at) {}
}
