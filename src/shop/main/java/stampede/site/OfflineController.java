package stampede.site;

import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.context.MessageSource;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The page that browsers keep for when they reach nobody; it is for all readers and in both languages. */
@Controller
class OfflineController {

    private final MessageSource messages;

    OfflineController(MessageSource messages) {
        this.messages = messages;
    }

    /** The reader's language goes first. */
    @GetMapping("/offline")
    String offline(Locale language, Model model) {
        var first = Language.of(language.getLanguage());
        model.addAttribute(
                "words",
                Stream.of(first, first.other()).map(one -> words(one.locale())).toList());
        model.addAttribute("styles", Assets.STYLES);
        return "offline";
    }

    private Words words(Locale language) {
        return new Words(
                language.toLanguageTag(),
                messages.getMessage("offline.title", null, language),
                messages.getMessage("offline.text", null, language),
                messages.getMessage("offline.again", null, language));
    }

    /**
     * What it says in one language.
     *
     * @param lang the language
     * @param title what has happened
     * @param text what it means
     * @param again what can be done
     */
    public record Words(String lang, String title, String text, String again) {}
}
