package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.security.Browser;
import stampede.security.PageCookies;
import stampede.setting.SettingChanges;
import stampede.setting.SettingWish;
import stampede.setting.Settings;
import stampede.staff.SellerPolicy;
import stampede.staff.SellerProperties;

/** The pages of settings, as somebody without scripts has them, and their API. */
@StampedeTest
class SettingPagesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String LIST = "/console/settings";
    private static final String POLL = "storefront.order-poll";
    private static final String PLAIN = LIST + "/" + POLL;
    private static final String ADDRESSES = "order.keep-addresses";
    private static final String RISKY = LIST + "/" + ADDRESSES;
    private static final String NOTICE = "storefront.notice";
    private static final String OWN_WINDOWS = "seller.own-windows";
    private static final String REGISTRATION = "seller.registration";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Settings settings;

    @Autowired
    private SettingChanges changes;

    @Autowired
    private SellerPolicy sellers;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private JdbcClient sql;

    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        operator = as("settings-operator", Role.OPERATOR);
    }

    @AfterEach
    void forget() {
        for (var table : List.of("setting", "setting_change")) {
            sql.sql("delete from " + table + " where name in (:names)")
                    .param("names", List.of(POLL, ADDRESSES, NOTICE, OWN_WINDOWS, REGISTRATION))
                    .update();
        }
        changes.refresh();
    }

    @Test
    void listsEachSettingOnceInItsGroupAndLeadsToItsPage() {
        var links = page(LIST).select("table a[href^=/console/settings/]");

        assertThat(links.eachAttr("href"))
                .containsExactlyInAnyOrderElementsOf(settings.all().stream()
                        .map(setting -> LIST + "/" + setting.declaration().name())
                        .toList());
        assertThat(links).allSatisfy(link -> {
            var page = operator.open(link.attr("href"));
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(Jsoup.parse(page.body()).expectFirst("h1").text()).isEqualTo(link.text());
        });
        assertThat(page("/console").select(".rail a[href=/console/settings]")).hasSize(1);
    }

    @Test
    void findsByNameAndByWordsInEitherLanguage() {
        assertThat(page(LIST + "?text=ORDER-poll").select("tbody tr")).hasSize(1);
        assertThat(page(LIST + "?text=time+to+pay").select("tbody tr")).hasSize(1);
        assertThat(page(LIST + "?lang=zh-CN&text=%E4%BB%98%E6%AC%BE%E6%97%B6%E9%97%B4")
                        .select("tbody tr"))
                .hasSize(1);
        assertThat(page(LIST + "?text=%3Cscript%3Ealert").select("tbody tr, script:contains(alert)"))
                .isEmpty();
    }

    @Test
    void changesSaysWhatWasChangedAndShowsWhoAndWhy() {
        var after = Jsoup.parse(operator.submit(PLAIN, PLAIN, fields(PLAIN, "6s", "Pages ask too often")));

        assertThat(after.select(".notice.good").text()).contains("4s → 6s");
        assertThat(after.expectFirst("#now").text()).isEqualTo("6s");
        assertThat(after.select("#history ~ .table-wrap tbody tr").text())
                .contains("6s", "Pages ask too often", "operator:");
        assertThat(page(LIST).select("tr:contains(" + POLL + ")").text()).contains("6s", "Pages ask too often");
    }

    @Test
    void whatIsWrongIsSaidAtItsFieldAndNothingTypedIsLost() {
        for (var wrong : List.of("1 second", "5", "1h", "0s", "1,5s", "<i>3s</i>")) {
            var answer = operator.post(PLAIN, PLAIN, fields(PLAIN, wrong, "A good reason"));
            var page = Jsoup.parse(answer.body());

            assertThat(answer.statusCode()).as(wrong).isEqualTo(422);
            assertThat(page.select("#errors a[href=#value-0]").text()).as(wrong).isNotEmpty();
            assertThat(page.expectFirst("#value-0").val()).isEqualTo(wrong);
            assertThat(page.expectFirst("#reason").val()).isEqualTo("A good reason");
            assertThat(page.expectFirst("#value-0").attr("aria-invalid")).isEqualTo("true");
        }
        var unreasonable = operator.post(PLAIN, PLAIN, fields(PLAIN, "6s", "why"));

        assertThat(unreasonable.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(unreasonable.body()).select("#errors a[href=#reason]"))
                .isNotEmpty();
        assertThat(changes.of(POLL)).isEmpty();
    }

    @Test
    void ofTwoOperatorsOneWinsAndTheOtherSeesBothValues() {
        var mine = fields(PLAIN, "6s", "Mine comes late");
        var colleague = as("settings-colleague", Role.OPERATOR);
        colleague.submit(PLAIN, PLAIN, fields(PLAIN, "9s", "Theirs comes first"));

        var answer = operator.post(PLAIN, PLAIN, mine);
        var page = Jsoup.parse(answer.body());

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(page.select("#overtaken").text()).contains("9s", "6s", "Theirs comes first");
        assertThat(page.expectFirst("#value-0").val()).isEqualTo("6s");
        assertThat(page.expectFirst("#reason").val()).isEqualTo("Mine comes late");
        assertThat(now(POLL)).isEqualTo("9s");

        operator.submit(PLAIN, PLAIN, formOf(page.expectFirst("#change")));
        assertThat(now(POLL)).isEqualTo("6s");
    }

    @Test
    void aRiskyChangeIsAskedTwiceAndKeepsWhatWasTyped() {
        var asked = operator.post(RISKY, RISKY, fields(RISKY, "90d", "The law was changed"));
        var page = Jsoup.parse(asked.body());

        assertThat(asked.statusCode()).isEqualTo(200);
        assertThat(page.text()).contains("180d → 90d", "What is erased does not come back", "The law was changed");
        assertThat(now(ADDRESSES)).isEqualTo("180d");

        operator.submit(RISKY, RISKY, formOf(page.expectFirst("form.switches")));

        assertThat(now(ADDRESSES)).isEqualTo("90d");
        assertThat(changes.of(ADDRESSES).get(0).reason()).isEqualTo("The law was changed");
    }

    @Test
    void whatIsOneOfAFewIsChosenAndFelt() {
        var page = LIST + "/" + OWN_WINDOWS;
        assertThat(page(page).select("#value-0 option").eachAttr("value")).containsExactly("true", "false");
        assertThat(page(page).select("#value-0 option[selected]").eachAttr("value"))
                .containsExactly("false");

        assertThat(operator.post(page, page, fields(page, "perhaps", "Made up by hand"))
                        .statusCode())
                .isEqualTo(422);
        operator.submit(page, page, fields(page, "true", "They asked for it"));

        assertThat(sellers.ownWindows()).isTrue();
        assertThat(page(page).select("#value-0 option[selected]").eachAttr("value"))
                .containsExactly("true");
        assertThat(page(page + "?lang=zh-CN").select("#value-0").text()).containsPattern("\\p{IsHan}");
    }

    @Test
    void registrationOfSellersIsClosedWhileTheShopRuns() {
        var page = LIST + "/" + REGISTRATION;
        var asked = Jsoup.parse(operator.post(page, page, fields(page, "CLOSED", "Too many strangers"))
                .body());
        operator.submit(page, page, formOf(asked.expectFirst("form.switches")));

        assertThat(sellers.registration()).isEqualTo(SellerProperties.Registration.CLOSED);
        assertThat(new Browser(port)
                        .submit(
                                "/register",
                                "/register/seller",
                                Map.of(
                                        "username", "s" + System.nanoTime(),
                                        "password", "a long enough password",
                                        "shopName", "Late",
                                        "contact", "139"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void eachChangeCanBeUndoneAndTheDefaultHoldsAgain() {
        operator.submit(PLAIN, PLAIN, fields(PLAIN, "6s", "The first change"));
        operator.submit(PLAIN, PLAIN, fields(PLAIN, "8s", "The second change"));

        operator.submit(PLAIN, PLAIN, formOf(page(PLAIN).expectFirst("tbody form")));
        assertThat(now(POLL)).isEqualTo("6s");

        operator.submit(PLAIN, PLAIN, formOf(page(PLAIN).select("tbody form").get(2)));
        assertThat(now(POLL)).isEqualTo("4s");
        assertThat(settings.find(POLL).orElseThrow().source()).hasToString("DEFAULT");

        operator.submit(PLAIN, PLAIN, fields(PLAIN, "7s", "The last change"));
        var back = formOf(page(PLAIN).expectFirst("#change"));
        back.put("back", "true");
        back.put("reason", "Seven was a mistake");
        operator.submit(PLAIN, PLAIN, back);
        assertThat(now(POLL)).isEqualTo("4s");
        assertThat(changes.of(POLL)).hasSize(6);
    }

    @Test
    void aRowThatWasSpoiledByHandIsNamedWhereverItIsShown() {
        operator.submit(PLAIN, PLAIN, fields(PLAIN, "6s", "Before the accident"));
        sql.sql("update setting set value = '<b>soon' where name = :name")
                .param("name", POLL)
                .update();

        assertThat(page(PLAIN).select(".notice.bad").text()).contains("<b>soon", "4s");
        assertThat(page(LIST).select("tr:contains(" + POLL + ")").text()).contains("spoiled row", "4s");
        sql.sql("insert into setting (name, value, version, changed_ms, who) values (:name, '1', 1, 0, 'by hand')")
                .param("name", "hall.seats")
                .update();
        try {
            assertThat(page(LIST).select(".notice.bad").text()).contains("hall.seats");
        } finally {
            sql.sql("delete from setting where name = 'hall.seats'").update();
        }
    }

    @Test
    void isForOperatorsOnly() {
        for (var role : List.of(Role.SHOPPER, Role.SELLER)) {
            var other = as("settings-" + role.name().toLowerCase(Locale.ROOT), role);
            assertThat(other.open(LIST).statusCode()).isEqualTo(403);
            assertThat(other.open(PLAIN).statusCode()).isEqualTo(403);
            assertThat(other.forge(PLAIN).statusCode()).isEqualTo(403);
        }
        assertThat(operator.forge(PLAIN).statusCode()).isEqualTo(403);
        assertThat(operator.open(LIST + "/hall.seats").statusCode()).isEqualTo(404);
        assertThat(operator.post(PLAIN, LIST + "/hall.seats", Map.of("value", "1"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void pagesPollAsOftenAsTheSettingSays() {
        var offer = fixture.onSale(new ApiClient(port), 3, 1);

        assertThat(Jsoup.parse(operator.read("/offers/" + offer))
                        .select("#offer-poll")
                        .attr("data-poll"))
                .isEqualTo("3000");
        var poll = "storefront.stock-poll";
        try {
            changes.change(new SettingWish(poll, Optional.of("9s"), 0, "Pages ask too often", false, "operator:1"));

            assertThat(Jsoup.parse(operator.read("/offers/" + offer))
                            .select("#offer-poll")
                            .attr("data-poll"))
                    .isEqualTo("9000");
        } finally {
            sql.sql("delete from setting where name = :name")
                    .param("name", poll)
                    .update();
            sql.sql("delete from setting_change where name = :name")
                    .param("name", poll)
                    .update();
        }
    }

    @Test
    void aNoticeIsShownToShoppersInTheirLanguageForItsTimeAndIsNoHtml() {
        notice("", "", "Parcels are <b>late</b> & slow", "包裹会晚到");

        await().atMost(PATIENCE).until(() -> shown("/").contains("Parcels are <b>late</b> & slow"));
        assertThat(shown("/?lang=zh-CN")).isEqualTo("包裹会晚到");
        assertThat(shown("/sign-in")).contains("Parcels are");
        assertThat(page(LIST).select(".shop-notice")).isEmpty();

        var now = LocalDateTime.now(ZoneId.of("Asia/Shanghai")).truncatedTo(ChronoUnit.MINUTES);
        notice(now.plusDays(1).toString(), "", "Tomorrow", "");
        await().atMost(PATIENCE).until(() -> shown("/").isEmpty());

        notice(now.minusDays(1).toString(), now.plusDays(1).toString(), "Today", "");
        await().atMost(PATIENCE).until(() -> shown("/").equals("Today"));
        assertThat(shown("/?lang=zh-CN")).as("without words of its own").isEqualTo("Today");

        notice(now.minusDays(2).toString(), now.minusDays(1).toString(), "Yesterday", "");
        await().atMost(PATIENCE).until(() -> shown("/").isEmpty());
    }

    @Test
    void theApiChangesAndRefusesByNameAndField() {
        var api = new ApiClient(port).as(fixture.operator());
        var path = "/api/ops/settings/" + POLL;

        assertThat(api.get("/api/ops/settings").body().size())
                .isEqualTo(settings.all().size());
        var before = api.get(path).body();
        assertThat(before.path("value").asString()).isEqualTo("4s");
        assertThat(before.path("version").asInt()).isZero();

        var changed = post(path + "/changes", "{\"value\":\"6s\",\"version\":0,\"reason\":\"By a program\"}");
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        assertThat(changed.body()).contains("\"value\":\"6s\"", "\"source\":\"ROW\"", "\"version\":1");

        var late = post(path + "/changes", "{\"value\":\"7s\",\"version\":0,\"reason\":\"By a program\"}");
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("SETTING_CHANGED", "\"field\":\"version\"", "now it is 6s");

        var wrong = post(path + "/changes", "{\"value\":\"soon\",\"version\":1,\"reason\":\"By a program\"}");
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body()).contains("BAD_SETTING", "\"field\":\"value\"");

        var risky = post(
                "/api/ops/settings/" + ADDRESSES + "/changes",
                "{\"value\":\"90d\",\"version\":0,\"reason\":\"By a program\"}");
        assertThat(risky.statusCode()).isEqualTo(409);
        assertThat(risky.body()).contains("NOT_CONFIRMED", "\"field\":\"confirmed\"");

        var back = post(path + "/changes", "{\"value\":null,\"version\":1,\"reason\":\"By a program\"}");
        assertThat(back.body()).contains("\"value\":\"4s\"", "\"source\":\"DEFAULT\"", "\"version\":2");
        assertThat(api.get(path + "/changes").body().size()).isEqualTo(2);
        assertThat(api.get("/api/ops/settings/hall.seats").status()).isEqualTo(404);
        assertThat(post(path + "/changes", "{\"version\":2}").statusCode()).isEqualTo(400);
    }

    private HttpResponse<String> post(String path, String json) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .header("Authorization", "Bearer " + fixture.operator())
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(json))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new AssertionError(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }

    private void notice(String... lines) {
        var version = settings.find(NOTICE)
                .orElseThrow()
                .row()
                .map(row -> row.version())
                .orElse(0L);
        changes.change(new SettingWish(
                NOTICE, Optional.of(String.join("\n", lines)), version, "A notice of a test", false, "operator:1"));
    }

    private String shown(String path) {
        return Jsoup.parse(new ConsoleBrowser(port, cookies, shopper()).read(path))
                .select(".shop-notice")
                .text();
    }

    private SignedIn shopper() {
        return accounts.ensure("settings-shopper", "a long enough password", Role.SHOPPER);
    }

    private String now(String name) {
        return settings.find(name).orElseThrow().text();
    }

    private Document page(String path) {
        return Jsoup.parse(operator.read(path));
    }

    /** The form of a page, filled in. */
    private Map<String, String> fields(String path, String value, String reason) {
        var fields = formOf(page(path).expectFirst("#change"));
        fields.put("value", value);
        fields.put("reason", reason);
        return fields;
    }

    /** What the browser would send, without the token, if a button without a name is pressed. */
    private static Map<String, String> formOf(Element form) {
        var fields = new LinkedHashMap<String, String>();
        form.select("input[name]:not([name=_csrf])").forEach(input -> fields.put(input.attr("name"), input.val()));
        return fields;
    }

    private ConsoleBrowser as(String name, Role role) {
        return new ConsoleBrowser(port, cookies, accounts.ensure(name, "a long enough password", role));
    }
}
