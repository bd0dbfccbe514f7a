package stampede.console.setting;

import com.google.common.base.Ascii;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.context.MessageSource;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.setting.Setting;
import stampede.setting.SettingChange;
import stampede.setting.SettingChanges;
import stampede.setting.SettingRefusal;
import stampede.setting.SettingRefused;
import stampede.setting.Settings;

/** The settings that change while the shop runs: what holds and why, and how they were changed. */
@Controller
class SettingController {

    private final Settings settings;
    private final SettingChanges changes;
    private final MessageSource messages;

    SettingController(Settings settings, SettingChanges changes, MessageSource messages) {
        this.settings = settings;
        this.changes = changes;
        this.messages = messages;
    }

    /** By group; {@code text} is looked for in names and words. */
    @Needs(Duty.ADMIN)
    @GetMapping("/console/settings")
    String settings(@RequestParam(defaultValue = "") String text, Locale locale, Model model) {
        changes.refresh();
        var last = changes.newest();
        model.addAttribute("text", text);
        model.addAttribute("unknown", settings.unknown());
        model.addAttribute(
                "groups",
                settings.all().stream()
                        .filter(setting -> speaksOf(setting, text.strip(), locale))
                        .map(setting -> row(setting, last))
                        .collect(Collectors.groupingBy(
                                row -> row.setting().declaration().group(), TreeMap::new, Collectors.toList())));
        return "console/settings";
    }

    /** One setting; {@code done} is the version that was just made, -1 if nothing had to be. */
    @Needs(Duty.ADMIN)
    @GetMapping("/console/settings/{name}")
    String setting(@PathVariable String name, @RequestParam(defaultValue = "0") long done, Model model) {
        changes.refresh();
        var setting = find(name);
        show(setting, SettingForm.of(setting), model);
        model.addAttribute("done", done);
        return "console/setting";
    }

    /** Changes it; a risky one after a page that says what follows. What was typed is kept whatever is wrong. */
    @Needs(Duty.ADMIN)
    @PostMapping("/console/settings/{name}")
    ModelAndView change(
            @PathVariable String name,
            @RequestParam MultiValueMap<String, String> fields,
            @CurrentAccount SignedIn operator,
            Locale locale,
            Model model) {
        var setting = find(name);
        var form = SettingForm.of(fields);
        try {
            var done = changes.change(form.by(operator, name));
            return new ModelAndView("redirect:/console/settings/" + name + "?done="
                    + done.map(SettingChange::version).orElse(-1L));
        } catch (SettingRefused refused) {
            changes.refresh();
            show(setting, form, model);
            return answer(refused, locale);
        }
    }

    private ModelAndView answer(SettingRefused refused, Locale locale) {
        if (refused.refusal() == SettingRefusal.NOT_CONFIRMED) {
            return new ModelAndView("console/setting-confirmation");
        }
        var page = new ModelAndView(
                "console/setting", HttpStatus.valueOf(refused.refusal().status().value()));
        page.addObject("refused", refused);
        return page.addObject(
                "sentence",
                messages.getMessage(
                        refused.problem().key(), refused.problem().arguments().toArray(), locale));
    }

    private void show(Setting<?> setting, SettingForm form, Model model) {
        model.addAttribute("setting", setting);
        model.addAttribute("name", setting.declaration().name());
        model.addAttribute("form", form);
        model.addAttribute("version", SettingForm.version(setting));
        model.addAttribute("history", changes.of(setting.declaration().name()));
    }

    private Setting<?> find(String name) {
        return settings.find(name).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private static SettingRow row(Setting<?> setting, Map<String, SettingChange> last) {
        return new SettingRow(
                setting, Optional.ofNullable(last.get(setting.declaration().name())));
    }

    private boolean speaksOf(Setting<?> setting, String text, Locale locale) {
        var name = setting.declaration().name();
        return List.of(name, said("setting." + name, locale), said("setting." + name + ".text", locale)).stream()
                .anyMatch(words -> Ascii.toLowerCase(words).contains(Ascii.toLowerCase(text)));
    }

    private String said(String key, Locale locale) {
        return messages.getMessage(key, null, locale);
    }
}
