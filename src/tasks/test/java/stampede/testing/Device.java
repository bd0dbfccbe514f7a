package stampede.testing;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import java.util.stream.Stream;

/**
 * What somebody holds in their hands.
 *
 * @param width of its window, in CSS pixels
 * @param height of its window
 * @param language it asks for
 * @param javaScript whether it runs scripts
 * @param dark whether it asks for dark pages
 */
public record Device(int width, int height, String language, boolean javaScript, boolean dark) {

    public static final Device PHONE = new Device(390, 844, "en-GB", true, false);
    public static final Device DESKTOP = new Device(1280, 900, "en-GB", true, false);

    /** Three widths by two languages by two lights: what pages are looked at with when their proof is whole. */
    public static Stream<Device> all() {
        return Stream.of(PHONE, PHONE.wide(768), DESKTOP)
                .flatMap(device -> Stream.of(device, device.in("zh-CN")))
                .flatMap(device -> Stream.of(device, device.atNight()));
    }

    public Device in(String other) {
        return new Device(width, height, other, javaScript, dark);
    }

    public Device withoutJavaScript() {
        return new Device(width, height, language, false, dark);
    }

    public Device atNight() {
        return new Device(width, height, language, javaScript, true);
    }

    public Device wide(int other) {
        return new Device(other, height, language, javaScript, dark);
    }

    boolean isPhone() {
        return width < 640;
    }

    Browser.NewContextOptions options() {
        return new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setLocale(language)
                .setJavaScriptEnabled(javaScript)
                .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT)
                .setIsMobile(isPhone())
                .setHasTouch(isPhone());
    }

    @Override
    public String toString() {
        return (isPhone() ? "phone" : "desktop") + width + "-" + language.substring(0, 2) + (dark ? "-dark" : "")
                + (javaScript ? "" : "-plain");
    }
}
