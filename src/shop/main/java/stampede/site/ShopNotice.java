package stampede.site;

import java.time.LocalDateTime;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/** What the shop has to say to everybody for a while, such as that parcels are late; an operator writes it. */
@Component
class ShopNotice {

    private final Setting<NoticeText> notice;
    private final ShopTimes times;

    ShopNotice(Settings settings, ShopTimes times) {
        this.notice = settings.declare(SettingDeclaration.of("storefront.notice", NoticeText.TYPE, NoticeText.NONE));
        this.times = times;
    }

    /** The words in a language, if there are some now. Nothing in them is HTML. */
    Optional<String> in(String language) {
        var said = notice.value();
        return said.isNone() ? Optional.empty() : said.in(language, now());
    }

    private LocalDateTime now() {
        return times.at(times.now()).toLocalDateTime();
    }
}
