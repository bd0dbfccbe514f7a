package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.api.PurchaseApi;
import stampede.api.PurchaseRateLimitInterceptor;
import stampede.api.ShopFixture;
import stampede.api.problem.ApiExceptionHandler;
import stampede.api.problem.FieldProblems;
import stampede.api.problem.ProblemWriter;
import stampede.api.problem.StrictJsonConfiguration;
import stampede.catalog.OfferId;
import stampede.purchase.AdmittedAttempt;
import stampede.purchase.AdmittedAttempts;
import stampede.purchase.BotPasses;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.security.SecurityHeaders;
import stampede.signin.BearerTokenVerifier;
import stampede.storefront.StandInAddressBook;
import tools.jackson.databind.json.JsonMapper;

/** Every refusal that a purchase has, before Spring MVC and by it: status, headers and bytes are the same. */
@StampedeTest
class RefusalsBothWaysTests {

    private static final String BUY = "/api/v1/offers/7/purchases";
    private static final Duration REFUSAL_AGE = Duration.ofSeconds(1);

    @Autowired
    private BearerTokenVerifier tokens;

    @Autowired
    private BotPasses bots;

    @Autowired
    private ProblemWriter problemWriter;

    @Autowired
    private FieldProblems fields;

    @Autowired
    private SecurityHeaders headers;

    @Autowired
    private JsonMapper json;

    @Autowired
    private ShopFixture fixture;

    private String token;

    @BeforeEach
    void signIn() {
        token = fixture.shopper();
        var account = tokens.account(token).orElseThrow();
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(account, null));
    }

    @AfterEach
    void signOut() {
        SecurityContextHolder.clearContext();
    }

    @ParameterizedTest
    @EnumSource(PurchaseRefusal.class)
    void areTheSame(PurchaseRefusal reason) throws Exception {
        for (var refused :
                List.of(new PurchaseRefused(reason), new PurchaseRefused(reason, Duration.ofMillis(2_500)))) {
            for (var language : List.of("en", "zh-CN", "de")) {
                var fast = fast(refused, language);
                var slow = slow(refused, language);

                assertThat(fast.getStatus()).isEqualTo(reason.status().value()).isEqualTo(slow.getStatus());
                assertThat(fast.getContentAsByteArray())
                        .isNotEmpty()
                        .as(fast.getContentAsString())
                        .isEqualTo(slow.getContentAsByteArray());
                for (var header :
                        List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_LENGTH, HttpHeaders.RETRY_AFTER)) {
                    assertThat(fast.getHeader(header)).as(header).isEqualTo(slow.getHeader(header));
                }
                assertThat(fast.getHeader(HttpHeaders.RETRY_AFTER))
                        .isEqualTo(refused.retryAfter()
                                .map(wait -> wait.toMillis() == 2_500 ? "3" : "2")
                                .orElse(null));
            }
        }
    }

    /** Who wants more units than there are, or pressed too often, is refused alone. */
    @ParameterizedTest
    @CsvSource({"SOLD_OUT, 1, 1", "SOLD_OUT, 2,", "ENDED, 2, 1", "BUSY, 1,", "LIMIT_REACHED, 1,"})
    void mayBeKeptByNginxIfTheyAreEverybodys(PurchaseRefusal reason, int units, String seconds) throws Exception {
        var refusing = new Refusing(new PurchaseRefused(reason), true);
        var wanted = "{\"units\": %d, \"address\": \"1 Long Street\"}".formatted(units);

        assertThat(fast(refusing, wanted, "en", REFUSAL_AGE).getHeader("X-Accel-Expires"))
                .isEqualTo(seconds);
        assertThat(fast(refusing, wanted, "en", Duration.ZERO).getHeader("X-Accel-Expires"))
                .isNull();
    }

    private MockHttpServletResponse fast(PurchaseRefused refused, String language) throws Exception {
        return fast(new Refusing(refused, false), "{}", language, REFUSAL_AGE);
    }

    private MockHttpServletResponse fast(Purchases purchases, String wanted, String language, Duration refusalAge)
            throws Exception {
        var request = new MockHttpServletRequest("POST", BUY);
        request.addHeader(HttpHeaders.AUTHORIZATION, "Bearer " + token);
        request.addHeader(HttpHeaders.ACCEPT_LANGUAGE, language);
        request.addHeader("Idempotency-Key", "key");
        request.setContentType(MediaType.APPLICATION_JSON_VALUE);
        request.setContent(wanted.getBytes(StandardCharsets.UTF_8));
        var response = new MockHttpServletResponse();
        var chain = new MockFilterChain();
        new FastPurchaseFilter(
                        new FastPath(tokens, problemWriter, headers),
                        bots,
                        purchases,
                        refusalAge,
                        StrictJsonConfiguration.of(json))
                .doFilter(request, response, chain);
        assertThat(chain.getRequest()).as("went on to Spring MVC").isNull();
        return response;
    }

    private MockHttpServletResponse slow(PurchaseRefused refused, String language) throws Exception {
        return mvc(refused)
                .perform(MockMvcRequestBuilders.post(BUY)
                        .header(HttpHeaders.ACCEPT_LANGUAGE, language)
                        .header("Idempotency-Key", "key")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{}"))
                .andReturn()
                .getResponse();
    }

    private MockMvc mvc(PurchaseRefused refused) {
        var purchases = new Refusing(refused, false);
        return MockMvcBuilders.standaloneSetup(new PurchaseApi(purchases, new StandInAddressBook()))
                .setControllerAdvice(new ApiExceptionHandler(problemWriter, fields))
                .addInterceptors(new PurchaseRateLimitInterceptor(purchases))
                .build();
    }

    private record Refusing(PurchaseRefused refused, boolean admits) implements Purchases {

        @Override
        public AdmittedAttempt admit(SignedIn account, String clientAddress) {
            if (admits) {
                return AdmittedAttempts.of(account);
            }
            throw refused;
        }

        @Override
        public PurchaseId buy(PurchaseRequest request) {
            throw refused;
        }

        @Override
        public void refuse(PurchaseRefusal reason, OfferId offer) {
            throw refused;
        }

        @Override
        public Optional<PurchaseProgress> progress(AccountId shopper, PurchaseId purchase) {
            throw refused;
        }

        @Override
        public Map<PurchaseId, PurchaseProgress> progress(Collection<PurchaseId> purchases) {
            throw refused;
        }
    }
}
