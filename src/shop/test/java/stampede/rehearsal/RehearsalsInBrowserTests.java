package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Route;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.rehearsal.RehearsalFigure.Name;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.Proof;

/** The pages of rehearsals in every state, without any that is played. In the suite on the narrowest phone, with {@code -Dproof=full} on all devices. */
@StampedeTest
class RehearsalsInBrowserTests {

    private static final String LIST = "/console/rehearsals";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RehearsalRepository rows;

    @Autowired
    private Ids ids;

    private SignedIn operator;
    private String offer;

    @BeforeEach
    void signIn() {
        operator = accounts.ensure("rehearsal-looker", "a long enough password", Role.OPERATOR);
        offer = fixture.onSale(new ApiClient(port), 100, 1);
    }

    static Stream<Device> devices() {
        var narrow = Stream.of(Device.PHONE.wide(320).in("zh-CN").atNight());
        return Proof.isFull() ? Stream.concat(narrow, Device.all()) : narrow;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void isFitToBeSeenInEveryState(Device device) {
        try (var visitor = visitor(device)) {
            look(visitor.open(LIST + "/new"), "form");
            for (var verdict : List.of(RehearsalVerdict.READY, RehearsalVerdict.WARNING, RehearsalVerdict.NOT_READY)) {
                var rehearsal = asked();
                end(rehearsal, report(verdict), null);
                look(visitor.open(LIST + "/" + rehearsal), verdict.name());
            }
            var closed = asked();
            end(closed, notPlayed(), null);
            look(visitor.open(LIST + "/" + closed), "not-played");
            var rehearsal = asked();
            try {
                look(visitor.open(LIST + "/" + rehearsal), "waits");
                rows.begin(rehearsal);
                rows.step(rehearsal, RehearsalStep.PRESS);
                look(visitor.open(LIST + "/" + rehearsal), "runs");
                visitor.page().click("#stop");
                look(visitor, "stop");
                look(visitor.open(LIST), "list");
            } finally {
                end(rehearsal, null, StopReason.SALE_OPENS);
            }
            look(visitor.open(LIST + "/" + rehearsal), "stopped");
        }
    }

    @Test
    void isReadOutOnceAndStoppedByKeyboard() {
        var rehearsal = asked();
        try (var visitor = visitor(Device.DESKTOP).listen();
                var plain = visitor(Device.PHONE.withoutJavaScript())) {
            plain.open(LIST + "/" + rehearsal);
            var page = visitor.open(LIST + "/" + rehearsal).page();
            rows.begin(rehearsal);
            rows.step(rehearsal, RehearsalStep.PRESS);
            await().atMost(PATIENCE).until(() -> visitor.heard().contains("Press"));

            visitor.tabTo("#stop");
            page.evaluate("document.querySelector('#rehearsal').dataset.old = 'yes'");
            page.waitForCondition(() -> page.locator("#rehearsal[data-old]").count() == 0);
            assertThat(page.locator("#stop:focus").count())
                    .as("the focus stays")
                    .isEqualTo(1);
            visitor.enter();
            page.evaluate("document.documentElement.dataset.before = 'yes'");
            visitor.tabTo("form[action$='/stop'] button").enter();
            page.locator("html:not([data-before]) #course").waitFor();
            page.waitForLoadState();
            await().atMost(PATIENCE)
                    .until(() -> rows.find(rehearsal)
                            .orElseThrow()
                            .times()
                            .stopAsked()
                            .isPresent());
            end(rehearsal, null, StopReason.ASKED);
            await().atMost(PATIENCE).until(() -> visitor.heard().contains("Stopped. Somebody asked for it."));
            assertThat(visitor.heard())
                    .filteredOn(said -> !said.contains("alert")) // of the whole console, and as often as they change
                    .doesNotHaveDuplicates();
            plain.page().locator("#course:has-text('Somebody asked for it.')").waitFor();
        } finally {
            end(rehearsal, null, StopReason.ASKED);
        }
    }

    /** Whoever opens the confirmation while an answer is on its way keeps it. */
    @Test
    void leavesOpenWhatWasOpenedMeanwhile() {
        var rehearsal = asked();
        rows.begin(rehearsal);
        var underWay = new ArrayList<Route>();
        try (var visitor = visitor(Device.DESKTOP)) {
            var page = visitor.open(LIST + "/" + rehearsal).page();
            page.evaluate(
                    "document.addEventListener('htmx:afterRequest', () => { document.documentElement.dataset.answered = 'yes'; })");
            page.route("**" + LIST + "/" + rehearsal, underWay::add);
            page.waitForCondition(() -> !underWay.isEmpty());
            page.click("#stop");

            underWay.forEach(Route::resume);

            page.locator("html[data-answered]").waitFor();
            assertThat(page.locator("#course details[open]").count()).isEqualTo(1);
        } finally {
            end(rehearsal, null, StopReason.ASKED);
        }
    }

    private static void look(BrowserVisitor visitor, String name) {
        visitor.inspect();
        if (Proof.isFull()) {
            visitor.photograph("rehearsal-" + name);
        }
    }

    private static RehearsalReport report(RehearsalVerdict verdict) {
        var broken = verdict == RehearsalVerdict.NOT_READY;
        return new RehearsalReport(
                Stream.of(Name.values())
                        .map(name -> figure(name, name == Name.DECIDE_P99 ? verdict : RehearsalVerdict.READY))
                        .toList(),
                broken
                        ? List.of(
                                "Q1: only in Redis, or not settled there: 40 (914461097597801461, 914461098507965660, …)")
                        : List.of(),
                broken,
                true,
                Stream.of(ReadinessPoint.values())
                        .map(point -> ReadinessFinding.of(
                                point,
                                verdict == RehearsalVerdict.READY || point != ReadinessPoint.SLOT,
                                "offers=12, wrong=2: 914461097597801461 [NO_PICTURE, UNDER_A_TENTH]"))
                        .toList());
    }

    /** A point is open that must be met. */
    private static RehearsalReport notPlayed() {
        return RehearsalReport.notPlayed(Stream.of(ReadinessPoint.values())
                .map(point -> point == ReadinessPoint.CLOCKS
                        ? ReadinessFinding.unknown(point)
                        : ReadinessFinding.of(point, point == ReadinessPoint.NODES, "paused=true, workers=1"))
                .toList());
    }

    private static RehearsalFigure figure(Name name, RehearsalVerdict grade) {
        return name.compareTo(Name.HEAD_ROOM_UNMEASURED) >= 0
                ? RehearsalGrades.shown(name, 12_345)
                : new RehearsalFigure(name, 123.4, Optional.of(grade));
    }

    private long asked() {
        var rehearsal = new Rehearsal(
                ids.next(),
                new RehearsalPlan(OfferId.of(offer), 5_000, 5, RehearsalCurve.RAMP, 100_000, 30, true),
                new Rehearsal.Copied("Celadon teapot, thrown and glazed by hand", new Money(1990), 1),
                operator.who(),
                Rehearsal.State.WAITING,
                RehearsalStep.CHECK,
                new Rehearsal.Times(now(), Optional.empty(), Optional.empty()),
                Optional.empty());
        rows.insert(rehearsal);
        return rehearsal.id();
    }

    private void end(long rehearsal, @Nullable RehearsalReport report, @Nullable StopReason stop) {
        rows.end(
                rehearsal,
                new Rehearsal.End(
                        now(),
                        report == null ? RehearsalVerdict.STOPPED : report.verdict(),
                        Optional.ofNullable(stop),
                        Optional.ofNullable(report)));
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private BrowserVisitor visitor(Device device) {
        return SignedInVisitor.at(port, chromium, device, cookies, operator);
    }
}
