package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No more than fifteen messages in any minute, and nothing that is not named in one of them. */
class ChannelLineTests {

    private static final Instant BEGIN = Instant.parse("2026-11-11T12:00:00Z");

    private final ChannelLine line = new ChannelLine();
    private final MessageWords words = ChannelMessages.words();
    private final List<Sent> sent = new ArrayList<>();

    /** How much has room in one message, and whether calling people takes one of its own. */
    enum Robot {
        DINGTALK(DingTalkSender.MOST_BYTES - 200, false),
        WECOM(WeComSender.MOST_BYTES - 80, true);

        private final int bytes;
        private final boolean callsApart;

        Robot(int bytes, boolean callsApart) {
            this.bytes = bytes;
            this.callsApart = callsApart;
        }
    }

    @ParameterizedTest
    @EnumSource(Robot.class)
    void twoHundredAtOnceAreAllNamedWithinAMinuteByFifteenMessages(Robot robot) {
        offer(200, BEGIN);

        for (var second = 0; second < 60; second++) {
            send(robot, BEGIN.plusSeconds(second));
        }

        assertThat(sent.stream().mapToInt(Sent::cost).sum()).isLessThanOrEqualTo(15);
        assertThat(sent.stream().flatMap(one -> one.turn().messages().stream()).map(ChannelMessage::id))
                .hasSize(200)
                .doesNotHaveDuplicates();
        assertThat(sent).anySatisfy(one -> assertThat(one.turn().all()).hasSizeGreaterThan(20));
        if (robot.callsApart) {
            assertThat(sent).anyMatch(one -> one.turn().calls());
        }
    }

    @Test
    void anyMinuteHoldsFifteenWhileThreeComeEachSecond() {
        var told = 0;
        for (var second = 0; second < 300; second++) {
            offer(3, BEGIN.plusSeconds(second));
            told += 3;
            send(Robot.WECOM, BEGIN.plusSeconds(second));
        }
        for (var second = 300; second < 480; second++) {
            send(Robot.WECOM, BEGIN.plusSeconds(second));
        }

        for (var one : sent) {
            var window = sent.stream()
                    .filter(other -> !other.at().isBefore(one.at())
                            && other.at().isBefore(one.at().plus(Duration.ofMinutes(1))))
                    .mapToInt(Sent::cost)
                    .sum();
            assertThat(window).isLessThanOrEqualTo(15);
        }
        assertThat(sent.stream()
                        .flatMap(one -> one.turn().messages().stream())
                        .map(ChannelMessage::id)
                        .collect(Collectors.toSet()))
                .hasSize(told);
    }

    @Test
    void fewAreToldOneByOneAtOnce() {
        offer(3, BEGIN);

        send(Robot.WECOM, BEGIN);

        assertThat(sent)
                .hasSize(3)
                .allSatisfy(one -> assertThat(one.turn().calls()).isTrue());
    }

    @Test
    void whatHasItsTimeLaterWaitsAndWhatHasNoRoomIsSaidSo() {
        var message = ChannelMessages.firing("alert-1-1", "drift", Severity.URGENT, "x");
        line.offer(new ChannelLine.Waiting(message, 1, BEGIN.plusSeconds(30), BEGIN.plusSeconds(30)));

        send(Robot.DINGTALK, BEGIN.plusSeconds(29));
        assertThat(sent).isEmpty();
        send(Robot.DINGTALK, BEGIN.plusSeconds(30));
        assertThat(sent).hasSize(1);

        var taken = IntStream.range(0, ChannelLine.MOST_WAITING + 5)
                .filter(at -> line.offer(new ChannelLine.Waiting(message, 0, BEGIN, BEGIN)))
                .count();
        assertThat(taken).isEqualTo(ChannelLine.MOST_WAITING);
    }

    private void offer(int number, Instant now) {
        for (var at = 0; at < number; at++) {
            var message = ChannelMessages.firing(
                    "alert-" + now.getEpochSecond() + "." + at + "-1",
                    "drift",
                    Severity.URGENT,
                    "of the very long named celadon teapot, number " + at + " of the eleventh of November");
            assertThat(line.offer(new ChannelLine.Waiting(message, 0, now, now)))
                    .isTrue();
        }
    }

    private void send(Robot robot, Instant now) {
        for (var turn = next(robot, now); turn.isPresent(); turn = next(robot, now)) {
            var cost = turn.get().calls() ? 2 : 1;
            line.count(cost, now);
            sent.add(new Sent(turn.get(), cost, now));
        }
    }

    private Optional<ChannelLine.Turn> next(Robot robot, Instant now) {
        return line.next(
                now,
                message -> robot.callsApart && message.severity() == Severity.URGENT,
                messages -> words.fits(messages, Locale.CHINESE, robot.bytes));
    }

    private record Sent(ChannelLine.Turn turn, int cost, Instant at) {}
}
