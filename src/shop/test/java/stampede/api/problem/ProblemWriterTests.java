package stampede.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.context.support.StaticMessageSource;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import stampede.refusal.RefusalReason;
import tools.jackson.databind.json.JsonMapper;

/** The words of a problem. */
class ProblemWriterTests {

    private final StaticMessageSource words = new StaticMessageSource();
    private final ProblemWriter problems = new ProblemWriter(words, new AcceptHeaderLocaleResolver(), new JsonMapper());

    ProblemWriterTests() {
        var messages = new ResourceBundleMessageSource();
        messages.setBasename("messages");
        messages.setDefaultEncoding("UTF-8");
        messages.setFallbackToSystemLocale(false);
        words.setParentMessageSource(messages);
        words.addMessage("room.full.text", Locale.ENGLISH, "The room is full.");
        words.addMessage("room.full.next", Locale.ENGLISH, "Come back later.");
        words.addMessage("room.full.text", Locale.SIMPLIFIED_CHINESE, "等候室已满。");
        words.addMessage("room.full.next", Locale.SIMPLIFIED_CHINESE, "请稍后再来。");
    }

    @ParameterizedTest
    @CsvSource({"en, The room is full. Come back later.", "zh-CN, 等候室已满。请稍后再来。"})
    void sayWhatToDoWhereThereAreNoWordsForPrograms(String language, String detail) {
        assertThat(problems.detail(new RoomFull(), Locale.forLanguageTag(language)))
                .isEqualTo(detail);
    }

    private record RoomFull() implements RefusalReason {

        @Override
        public String name() {
            return "ROOM_FULL";
        }

        @Override
        public HttpStatus status() {
            return HttpStatus.SERVICE_UNAVAILABLE;
        }

        @Override
        public String messageKey() {
            return "room.full";
        }
    }
}
