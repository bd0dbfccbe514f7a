package stampede;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.MessageSource;
import org.springframework.context.NoSuchMessageException;
import stampede.setting.Setting;
import stampede.setting.Settings;
import stampede.testing.ModuleRules;

/** Whatever is declared is read by somebody, in the runbook, and has its words in both languages. */
@StampedeTest
class DeclaredSettingsTests {

    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.SIMPLIFIED_CHINESE);

    @Autowired
    private Settings settings;

    @Autowired
    private MessageSource messages;

    /** Each declared one is kept in a field, and that is read after the constructor: by a method that somebody calls. */
    @Test
    void isReadBySomebody() {
        var fields = ModuleRules.CLASSES.stream()
                .filter(type -> !type.getPackageName().startsWith("stampede.setting"))
                .flatMap(type -> type.getFields().stream())
                .filter(field -> field.getRawType().isEquivalentTo(Setting.class))
                .filter(field -> !field.getOwner().getPackageName().startsWith("stampede.console.setting"))
                .filter(field -> !field.getOwner().isRecord())
                .toList();

        assertThat(settings.all()).hasSizeGreaterThan(10);
        assertThat(fields).as("each in a field of its own").hasSameSizeAs(settings.all());
        assertThat(fields.stream().filter(field -> !isRead(field))).isEmpty();
    }

    @Test
    void isInTheRunbook() {
        var runbook = new RepositoryFiles().text("src/docs/runbook.md");

        assertThat(settings.all().stream()
                        .map(setting -> setting.declaration().name())
                        .filter(name -> !runbook.contains("`" + name + "`")))
                .isEmpty();
    }

    @Test
    void hasItsWordsInBothLanguages() {
        assertThat(settings.all().stream()
                        .flatMap(DeclaredSettingsTests::keys)
                        .flatMap(key -> LANGUAGES.stream()
                                .filter(language -> !says(key, language))
                                .map(l -> key)))
                .isEmpty();
    }

    /** A name is on pages, in rows and in the audit log for ever. */
    @Test
    void hasANameThatCanStay() {
        assertThat(settings.all().stream().map(setting -> setting.declaration().name()))
                .allMatch(name -> name.matches("[a-z]+(-[a-z]+)*\\.[a-z]+(-[a-z]+)*") && name.length() <= 80);
    }

    private static Stream<String> keys(Setting<?> setting) {
        var declaration = setting.declaration();
        var key = "setting." + declaration.name();
        var inputs = declaration.type().inputs();
        var always = Stream.of(key, key + ".text", key + ".felt", "setting.group." + declaration.group());
        var unit = inputs.contains("number") ? Stream.of(key + ".unit") : Stream.<String>empty();
        var warning = declaration.isRisky() ? Stream.of(key + ".warning") : Stream.<String>empty();
        var parts = inputs.size() > 1
                ? Stream.iterate(0, part -> part + 1).limit(inputs.size()).map(part -> key + ".part." + part)
                : Stream.<String>empty();
        var choices = declaration.type().choices().stream().map(choice -> key + ".choice." + choice);
        return Stream.of(always, unit, warning, parts, choices).flatMap(each -> each);
    }

    private boolean says(String key, Locale language) {
        try {
            return !messages.getMessage(key, null, language).isBlank();
        } catch (NoSuchMessageException none) {
            return false;
        }
    }

    private static boolean isRead(JavaField field) {
        return field.getAccessesToSelf().stream()
                .filter(access -> access.getAccessType() == JavaFieldAccess.AccessType.GET)
                .map(JavaAccess::getOrigin)
                .filter(JavaMethod.class::isInstance)
                .anyMatch(DeclaredSettingsTests::isCalled);
    }

    /** By other code, or by the framework. */
    private static boolean isCalled(JavaCodeUnit method) {
        return !method.getAccessesToSelf().isEmpty()
                || !method.getAnnotations().isEmpty()
                || !((JavaMethod) method).getReferencesToSelf().isEmpty();
    }
}
