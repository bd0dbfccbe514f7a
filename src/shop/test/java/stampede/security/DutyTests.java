package stampede.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Needs;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.signin.ApiSignIns;

/** What operators may do with each duty, and how soon one that was taken away is missed. */
@StampedeTest
class DutyTests {

    private static final String PASSWORD = "correct horse";

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private ApiSignIns apiSignIns;

    @Autowired
    private Ids ids;

    @LocalServerPort
    private int port;

    @Test
    void everyMethodForOperatorsSaysWhichDutyItNeeds() {
        var forOperators = mappings.getHandlerMethods().entrySet().stream()
                .filter(mapped -> mapped.getKey().getPatternValues().stream()
                        .anyMatch(path -> path.matches("/(?:console|api/(?:[^/]+/)?ops)(?:/.*)?")))
                .map(Map.Entry::getValue)
                .filter(method -> !method.getBeanType().getPackageName().startsWith("stampede.monitor"))
                .toList();

        assertThat(forOperators).hasSizeGreaterThan(30);
        assertThat(forOperators.stream().filter(method -> duty(method).isEmpty()))
                .as("without @Needs")
                .isEmpty();
    }

    private static Optional<Duty> duty(HandlerMethod method) {
        return Optional.ofNullable(method.getMethodAnnotation(Needs.class)).map(Needs::value);
    }

    @Test
    void aNewOperatorHasAllDutiesAndNobodyElseHasAny() {
        assertThat(operator(Duty.all()).duties()).isEqualTo(EnumSet.allOf(Duty.class));
        assertThat(accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER).duties())
                .isEmpty();
    }

    @Test
    void whoMayOnlySeeSeesPagesAndNoButton() {
        var browser = signedIn(operator(Set.of(Duty.SEE)));

        for (var page :
                new String[] {"/console", "/console/payments/days", "/console/payments/refunds", "/console/tasks"}) {
            var answer = browser.get(page, "Accept", "text/html");
            assertThat(answer.statusCode()).as(page).isEqualTo(200);
            assertThat(answer.body().replaceAll("(?s)<form[^>]*action=\"/sign-out\".*?</form>", ""))
                    .as(page)
                    .doesNotContain("method=\"post\"");
        }
    }

    @Test
    void aRefusalNamesTheDutyThatIsMissing() {
        var seeing = operator(Set.of(Duty.SEE, Duty.RUN));
        var browser = signedIn(seeing);

        var page =
                browser.submit("/account", "/console/payments/refunds/R-1-1/approve", Map.of(), "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(403);
        assertThat(page.body()).contains("“money”");

        var answer = browser.json(
                "POST",
                "/api/ops/shoppers",
                "{\"prefix\":\"a\",\"count\":1}",
                "Authorization",
                "Bearer "
                        + apiSignIns
                                .begin(operator(Set.of(Duty.SEE, Duty.MONEY)))
                                .accessToken());
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("NEEDS_RUN");
    }

    @ParameterizedTest
    @EnumSource(
            value = Duty.class,
            names = {"SEE", "RUN"})
    void aDutyTakenAwayIsMissedByTheVeryNextRequest(Duty taken) {
        var operator = operator(Duty.all());
        var browser = signedIn(operator);
        var path = taken == Duty.SEE ? "/console" : "/console/offers/1/pause";
        assertThat(browser.get(path).statusCode()).isNotEqualTo(403);

        var left = EnumSet.complementOf(EnumSet.of(taken));
        rows.giveDuties(operator.id(), left);

        assertThat(browser.get(path).statusCode()).isEqualTo(403);
    }

    @Test
    void tasksAreWatchedWithSeeAndTouchedWithRun() {
        var watching = signedIn(operator(Set.of(Duty.SEE)));
        var running = signedIn(operator(Set.of(Duty.SEE, Duty.RUN)));
        var form = Map.of("name", "no.such.beat");

        assertThat(watching.submit("/account", "/console/tasks/schedules/run", form)
                        .statusCode())
                .isEqualTo(403);
        assertThat(running.submit("/account", "/console/tasks/schedules/run", form)
                        .statusCode())
                .isNotEqualTo(403);
    }

    @Test
    void textsOfDutiesAreReadBack() {
        assertThat(Stream.of(Set.<Duty>of(), Set.of(Duty.RUN, Duty.SEE), Duty.all()))
                .allSatisfy(duties -> assertThat(Duty.read(Duty.text(duties))).isEqualTo(duties));
        assertThat(Duty.read("SEE,NONSENSE,ADMIN")).containsExactlyInAnyOrder(Duty.SEE, Duty.ADMIN);
        assertThat(Duty.text(Duty.all())).isEqualTo("SEE,RUN,MONEY,ADMIN");
    }

    private SignedIn operator(Set<Duty> duties) {
        var operator = accounts.ensure("o" + ids.next(), PASSWORD, Role.OPERATOR);
        rows.giveDuties(operator.id(), duties);
        return accounts.find(operator.username()).orElseThrow();
    }

    private Browser signedIn(SignedIn operator) {
        var browser = new Browser(port);
        assertThat(browser.signIn(operator.username(), PASSWORD).statusCode()).isEqualTo(302);
        return browser;
    }
}
