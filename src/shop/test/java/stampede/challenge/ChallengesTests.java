package stampede.challenge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.pressure.OfferPressure;

/** Work, or a wait: what each of a crowd has to bring. */
class ChallengesTests {

    private static final AccountId SHOPPER = new AccountId(7);
    private static final OfferId OFFER = new OfferId(42);
    private static final Instant NOW = Instant.parse("2026-11-11T12:00:00Z");

    private final CrowdLevels levels = StandInCrowds.levels(1_000, new OfferPressure(System::nanoTime));

    @Test
    void withoutACrowdNothingIsAskedWhateverIsBrought() {
        assertThat(at(NOW).wanted(SHOPPER, OFFER, "")).isEmpty();
        assertThat(at(NOW).wanted(SHOPPER, OFFER, "nonsense")).isEmpty();
    }

    @Test
    void theLargerTheCrowdTheMoreIsAsked() {
        levels.hear(Map.of(OFFER, CrowdLevel.SOME));
        var some = at(NOW).wanted(SHOPPER, OFFER, "").orElseThrow();
        levels.hear(Map.of(OFFER, CrowdLevel.FAR_TOO_MANY));
        var most = at(NOW).wanted(SHOPPER, OFFER, "").orElseThrow();

        assertThat(some.puzzle().maxnumber()).isEqualTo(100_000);
        assertThat(some.seconds()).isEqualTo(15);
        assertThat(most.puzzle().maxnumber()).isEqualTo(1_600_000);
        assertThat(most.from()).isEqualTo(NOW.plusSeconds(60));
        assertThat(at(NOW).wanted(SHOPPER, new OfferId(43), ""))
                .as("another offer")
                .isEmpty();
    }

    @Test
    void whoBringsTheAnswerPasses() {
        levels.hear(Map.of(OFFER, CrowdLevel.SOME));
        var proof = PuzzleSolver.solve(
                at(NOW).wanted(SHOPPER, OFFER, "").orElseThrow().puzzle());

        assertThat(at(NOW).wanted(SHOPPER, OFFER, proof)).isEmpty();
        assertThat(at(NOW).wanted(new AccountId(8), OFFER, proof)).isPresent();
    }

    @Test
    void whoWaitsPassesAndWhoComesTooEarlyKeepsTheirWait() {
        levels.hear(Map.of(OFFER, CrowdLevel.MANY));
        var wait = at(NOW).wanted(SHOPPER, OFFER, "").orElseThrow().waiting();

        var early = at(NOW.plusSeconds(29)).wanted(SHOPPER, OFFER, wait).orElseThrow();
        assertThat(early.waiting()).isEqualTo(wait);
        assertThat(early.seconds()).isEqualTo(1);
        assertThat(at(NOW.plusSeconds(30)).wanted(SHOPPER, OFFER, wait)).isEmpty();
        assertThat(at(NOW.plusSeconds(149)).wanted(SHOPPER, OFFER, wait)).isEmpty();

        var late = at(NOW.plusSeconds(150)).wanted(SHOPPER, OFFER, wait).orElseThrow();
        assertThat(late.waiting()).isNotEqualTo(wait);
        assertThat(late.seconds()).isEqualTo(30);
    }

    @Test
    void aWaitIsItsAccountsForItsOfferAndNotAltered() {
        levels.hear(Map.of(OFFER, CrowdLevel.MANY, new OfferId(43), CrowdLevel.MANY));
        var wait = at(NOW).wanted(SHOPPER, OFFER, "").orElseThrow().waiting();
        var then = at(NOW.plusSeconds(60));

        assertThat(then.wanted(new AccountId(8), OFFER, wait)).isPresent();
        assertThat(then.wanted(SHOPPER, new OfferId(43), wait)).isPresent();
        for (int at = 0; at < wait.length(); at++) {
            var other = wait.charAt(at) == '1' ? '2' : '1';
            var altered = wait.substring(0, at) + other + wait.substring(at + 1);
            assertThat(then.wanted(SHOPPER, OFFER, altered)).as(altered).isPresent();
        }
    }

    private Challenges at(Instant now) {
        return StandInCrowds.challenges(levels, Clock.fixed(now, ZoneOffset.UTC));
    }
}
