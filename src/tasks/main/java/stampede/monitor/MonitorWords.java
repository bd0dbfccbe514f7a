package stampede.monitor;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.springframework.context.support.ResourceBundleMessageSource;

/** The monitor's own words in the languages it speaks; the application's messages are neither needed nor touched. */
final class MonitorWords {

    private final ResourceBundleMessageSource messages = new ResourceBundleMessageSource();

    MonitorWords() {
        messages.setBundleClassLoader(MonitorWords.class.getClassLoader());
        messages.setBasename("stampede.monitor.monitor");
        messages.setDefaultEncoding(StandardCharsets.UTF_8.name());
        messages.setFallbackToSystemLocale(false);
    }

    String text(Locale language, String key, Object... values) {
        return messages.getMessage(key, values, language);
    }
}
