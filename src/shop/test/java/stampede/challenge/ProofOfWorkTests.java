package stampede.challenge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.BaseEncoding;
import java.time.Instant;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.altcha.altcha.Altcha;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.testing.Proof;

/** Puzzles in ALTCHA's form: its own library solves and believes them, and whatever is not theirs who bring it is refused. */
class ProofOfWorkTests {

    private static final AccountId SHOPPER = new AccountId(914_345_706_031_997_210L);
    private static final OfferId OFFER = new OfferId(914_345_706_031_997_211L);
    private final Instant now = Instant.now();

    private final ProofOfWork work = new ProofOfWork(List.of(StandInCrowds.KEY));
    private final Puzzle puzzle = work.make(500, SHOPPER, OFFER, now);
    private final String proof = PuzzleSolver.solve(puzzle);

    @Test
    void whoFoundTheNumberIsBelievedUntilItsTimeIsOver() {
        assertThat(work.isSolved(proof, SHOPPER, OFFER, now)).isTrue();
        assertThat(work.isSolved(
                        proof, SHOPPER, OFFER, now.plus(ProofOfWork.LIFE).minusSeconds(1)))
                .isTrue();
        assertThat(work.isSolved(proof, SHOPPER, OFFER, now.plus(ProofOfWork.LIFE)))
                .isFalse();
    }

    @Test
    void anothersProofAndOneForAnotherOfferAreRefused() {
        assertThat(work.isSolved(proof, new AccountId(7), OFFER, now)).isFalse();
        assertThat(work.isSolved(proof, SHOPPER, new OfferId(7), now)).isFalse();
    }

    /** Each byte in turn becomes each other. White space behind the JSON is no other proof. */
    @Test
    void aProofThatIsAlteredInAnyOfItsBytesIsRefused() {
        for (int at = 0; at < proof.length(); at++) {
            for (int other = 0; other < 256; other++) {
                var altered = proof.substring(0, at) + (char) other + proof.substring(at + 1);
                assertThat(isTheSame(altered) || !work.isSolved(altered, SHOPPER, OFFER, now))
                        .as("byte %d at %d", other, at)
                        .isTrue();
            }
            assertThat(work.isSolved(proof.substring(0, at), SHOPPER, OFFER, now))
                    .as("cut off at %d", at)
                    .isFalse();
        }
        assertThat(work.isSolved(proof + "A", SHOPPER, OFFER, now)).isFalse();
    }

    private boolean isTheSame(String altered) {
        return BaseEncoding.base64().canDecode(altered)
                && decoded(altered).strip().equals(decoded(proof));
    }

    private static String decoded(String text) {
        return new String(BaseEncoding.base64().decode(text), UTF_8);
    }

    @Test
    void aForgedPuzzleIsRefused() {
        var forger = new ProofOfWork(List.of(new SecretKeySpec("another key".getBytes(UTF_8), "HmacSHA256")));

        assertThat(work.isSolved(PuzzleSolver.solve(forger.make(500, SHOPPER, OFFER, now)), SHOPPER, OFFER, now))
                .isFalse();
    }

    /** Of a salt without an end of its own, digits could be moved between it and the number. */
    @Test
    void noDigitMovesFromTheNumberIntoTheSalt() {
        var number = Integer.toString(PuzzleSolver.number(puzzle));
        for (int digits = 1; digits < number.length(); digits++) {
            var longer = puzzle.salt() + number.substring(0, digits);
            var shorter = Long.parseLong(number.substring(digits));
            assertThat(work.isSolved(
                            PuzzleSolver.proof(puzzle.challenge(), shorter, longer, puzzle.signature()),
                            SHOPPER,
                            OFFER,
                            now.plusSeconds(1)))
                    .isFalse();
        }
        assertThat(puzzle.salt()).endsWith("&");
    }

    @Test
    void nonsenseIsNoProof() {
        for (var text : List.of(
                "",
                "wait.1.2.3",
                "{}",
                encoded("{}"),
                encoded("null"),
                encoded("[]"),
                encoded("{\"algorithm\":null}"),
                encoded("{\"algorithm\":\"SHA-256\",\"challenge\":\"a\",\"number\":1}"),
                "A".repeat(10_000))) {
            assertThat(work.isSolved(text, SHOPPER, OFFER, now)).as(text).isFalse();
        }
    }

    @Test
    void aWidgetMaySayMoreThanTheFiveFields() {
        var wider = new String(BaseEncoding.base64().decode(proof), UTF_8).replace("}", ",\"took\":812}");

        assertThat(work.isSolved(encoded(wider), SHOPPER, OFFER, now)).isTrue();
    }

    @Test
    void twoPuzzlesAreNotAlikeAndTakeNoMoreThanTheySay() {
        var other = work.make(500, SHOPPER, OFFER, now);

        assertThat(other.salt()).isNotEqualTo(puzzle.salt());
        assertThat(puzzle.maxnumber()).isEqualTo(1_000);
        assertThat(PuzzleSolver.number(other)).isBetween(0, 1_000);
    }

    @Test
    void itIsAltchasForm() throws Exception {
        var key = new String(StandInCrowds.KEY.getEncoded(), UTF_8);
        var solution = Altcha.solveChallenge(
                puzzle.challenge(), puzzle.salt(), Altcha.Algorithm.SHA256, puzzle.maxnumber(), 0);
        var theirs = PuzzleSolver.proof(puzzle.challenge(), solution.number, puzzle.salt(), puzzle.signature());

        assertThat(theirs).isEqualTo(proof);
        assertThat(Altcha.verifySolution(proof, key, true)).isTrue();
        assertThat(Altcha.verifySolution(
                        PuzzleSolver.proof(puzzle.challenge(), solution.number + 1, puzzle.salt(), puzzle.signature()),
                        key,
                        true))
                .isFalse();
        assertThat(Altcha.extractParams(puzzle.salt()))
                .containsEntry("offer", OFFER.toString())
                .containsKeys("expires", "for");
    }

    /** A figure, not a promise: the machine may be busy. */
    @Test
    void whatACheckCosts() {
        var checks = Proof.size(20_000, 1_000_000);
        for (int warming = 0; warming < checks; warming++) {
            assertThat(work.isSolved(proof, SHOPPER, OFFER, now)).isTrue();
        }
        var began = System.nanoTime();
        var good = 0;
        for (int check = 0; check < checks; check++) {
            good += work.isSolved(proof, SHOPPER, OFFER, now) ? 1 : 0;
        }
        Proof.print("A proof of work is checked in %d ns", (System.nanoTime() - began) / checks);
        assertThat(good).isEqualTo(checks);
    }

    private static String encoded(String json) {
        return BaseEncoding.base64().encode(json.getBytes(UTF_8));
    }
}
