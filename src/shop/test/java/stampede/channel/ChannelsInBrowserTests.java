package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.channel.ChannelReceivers.Behavior;
import stampede.ids.Ids;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** How an operator makes a channel in a browser, tries it and removes it. */
@StampedeTest
class ChannelsInBrowserTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private ChannelErrands errands;

    @Autowired
    private Ids ids;

    private final ChannelReceivers receivers = new ChannelReceivers();

    @AfterEach
    void close() {
        receivers.close();
    }

    static Stream<Device> devices() {
        return Stream.of(Device.DESKTOP, Device.PHONE.in("zh-CN").atNight().withoutJavaScript());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aChannelIsMadeTriedAndRemoved(Device device) {
        try (var visitor = visitor(device)) {
            var page = visitor.open("/console/channels")
                    .inspect()
                    .photograph("channels-1-none")
                    .page();
            page.locator("#new-WEBHOOK").click();
            visitor.inspect().photograph("channels-2-form");
            page.fill("#name", "值班群 " + ids.next());
            page.locator("main .form-end button").click();
            page.locator("#errors").waitFor();
            visitor.forgive().inspect().photograph("channels-3-wrong");
            page.fill("#address", receivers.webhook());
            page.fill("#secret", ChannelReceivers.WEBHOOK_SECRET);
            page.fill("#rules", "drift, books");
            page.locator("main .form-end button").click();
            page.waitForURL("**/console/channels/*?done=ADDED");
            var made = URI.create(page.url()).getPath();
            receivers.behave(Behavior.REDIRECT);
            page.locator("#test").click();
            page.locator("#tested .bad").waitFor();
            visitor.inspect().photograph("channels-4-not-taken");
            page.locator("#test").click();
            page.locator("#tested .good").waitFor();
            visitor.inspect().photograph("channels-5-taken");
            assertThat(receivers.taken("webhook")).hasSize(1);
            visitor.open("/console/channels").inspect().photograph("channels-6-list");
            visitor.open("/console/channels/deliveries").inspect().photograph("channels-7-deliveries");
            visitor.open(made + "/removal").inspect().photograph("channels-8-asked");
            page.fill("#reason", "Nobody reads it");
            page.locator("main .form-end button").click();
            page.waitForURL("**/console/channels?done=REMOVED");
        }
    }

    private BrowserVisitor visitor(Device device) {
        return SignedInVisitor.at(port, chromium, device, cookies, errands.operator());
    }
}
