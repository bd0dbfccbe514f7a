package stampede.storefront;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import stampede.testing.Apart;

/**
 * A test of the pages alone: a web server without any other, before a {@link StandInShop}. Whoever sends {@code as=7} in a cookie is shopper 7. It
 * runs beside tests of the whole shop, of which it uses nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Apart
@SpringBootTest(
        classes = PagesAlone.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "stampede.task.enabled=false",
            "stampede.storefront.watchers=20",
            "stampede.storefront.watchers-per-account=20",
            "spring.docker.compose.enabled=false"
        })
public @interface StorefrontTest {}
