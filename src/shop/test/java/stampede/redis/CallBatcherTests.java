package stampede.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallBatcherTests {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final List<Call> calls = new ArrayList<>();
    private final Queue<Runnable> followUps = new ArrayDeque<>();
    private boolean fails;
    private boolean stops;
    private long now;
    private final CallBatcher<Integer, String> lane =
            new CallBatcher<>(3, PATIENCE, () -> now, this::call, RejectedExecutionException::new, this::follow);

    @Test
    void aRequestThatComesAloneLeavesAtOnce() {
        var answer = lane.join(1);

        assertThat(calls).hasSize(1);
        assertThat(answer).isNotDone();
        calls.get(0).answer();
        assertThat(answer).isCompletedWithValue(answerTo(calls.get(0).requests.get(0)));
    }

    @Test
    void thoseThatComeMeanwhileLeaveTogetherInOrder() throws Exception {
        var first = lane.join(1);
        var later = List.of(lane.join(2), lane.join(3), lane.join(4));
        var last = lane.join(5);
        assertThat(calls).as("one call at a time").hasSize(1);

        calls.get(0).answer();
        assertThat(first).isDone();
        assertThat(calls).hasSize(2);
        assertThat(calls.get(1).requests).as("no more than three").hasSize(3);

        calls.get(1).answer();
        for (int i = 0; i < 3; i++) {
            assertThat(later.get(i).get())
                    .isEqualTo(answerTo(calls.get(1).requests.get(i)));
        }
        calls.get(2).answer();
        assertThat(last).isDone();
        assertThat(calls).hasSize(3);
    }

    @Test
    void aFailureReachesEveryoneOfItsCallAndNobodyElse() {
        var first = lane.join(1);
        var second = lane.join(2);
        var third = lane.join(3);
        calls.get(0).answer();

        calls.get(1).answers.completeExceptionally(new IllegalStateException("Redis is gone"));

        assertThat(first).isCompleted();
        assertThatThrownBy(second::get).hasRootCauseMessage("Redis is gone");
        assertThatThrownBy(third::get).hasRootCauseMessage("Redis is gone");
        var fourth = lane.join(4);
        calls.get(2).answer();
        assertThat(fourth).isCompleted();
    }

    @Test
    void aRequestThatWaitedForTooLongNeverLeaves() {
        var first = lane.join(1);
        var late = lane.join(2);
        now += PATIENCE.toNanos();
        var inTime = lane.join(3);
        now += 1;

        calls.get(0).answer();

        assertThat(first).as("it had left").isCompleted();
        assertThatThrownBy(late::get).hasRootCauseInstanceOf(RejectedExecutionException.class);
        assertThat(calls.get(1).requests).hasSize(1);
        calls.get(1).answer();
        assertThat(inTime).isCompleted();
    }

    @Test
    void goesOnWhenEveryoneWaitedForTooLong() {
        var first = lane.join(1);
        var late = lane.join(2);
        now += PATIENCE.toNanos() + 1;
        calls.get(0).answer();
        assertThat(first).isCompleted();
        assertThat(late).isCompletedExceptionally();

        var next = lane.join(3);

        calls.get(1).answer();
        assertThat(next).isCompleted();
    }

    @Test
    void noCallerFollowsUpACallThatFailedBeforeItLeft() {
        fails = true;

        var first = lane.join(1);
        var second = lane.join(2);

        assertThat(first).as("nobody looked after it yet").isNotDone();
        assertThat(calls).hasSize(1);
        followUps.remove().run();
        assertThat(first).isCompletedExceptionally();
        assertThat(calls).as("the next one left").hasSize(2);
        assertThat(second).isNotDone();
        followUps.remove().run();
        assertThat(second).isCompletedExceptionally();
        assertThat(followUps).isEmpty();
    }

    @Test
    void whereNoThreadFollowsUpAnyMoreNobodyIsLeftWaiting() {
        fails = true;
        stops = true;

        var late = lane.join(1);

        assertThat(late).isCompletedExceptionally();
        stops = false;
        fails = false;
        var next = lane.join(2);
        calls.get(1).answer();
        assertThat(next).isCompleted();
    }

    /** Calls of 200 ms carry three each: who is behind five of them would wait for longer than a second. */
    @Test
    void aRequestThatWouldWaitForTooLongIsToldSoAtOnce() {
        var shopper = 0;
        var answers = new ArrayList<CompletableFuture<String>>();
        answers.add(lane.join(++shopper));
        for (int i = 0; i < 40; i++) {
            now += 200_000_000;
            calls.get(i).answer();
            assertThat(calls).hasSize(i + 1);
            answers.add(lane.join(++shopper));
        }

        assertThat(answers.stream().filter(CompletableFuture::isDone)).hasSize(40);

        var joined = new ArrayList<CompletableFuture<String>>();
        for (int i = 0; i < 30; i++) {
            joined.add(lane.join(++shopper));
        }

        var refused = joined.stream().filter(CompletableFuture::isDone).toList();
        assertThat(refused)
                .hasSizeBetween(10, 15)
                .allSatisfy(answer ->
                        assertThatThrownBy(answer::get).hasRootCauseInstanceOf(RejectedExecutionException.class));
        calls.get(40).answer();
        assertThat(joined.get(0)).as("who came first leaves next").isNotDone();
        assertThat(calls.get(41).requests).hasSize(3);
    }

    /** Answers come from other threads, at once or late, or fail; each request must get exactly one answer, its own. */
    @Test
    void losesNobodyHoweverCallsEnd() throws Exception {
        var seed = Long.getLong("seed", System.nanoTime());
        var chance = new Random(seed);
        var redis = Executors.newFixedThreadPool(4);
        var callers = Executors.newFixedThreadPool(16);
        var sent = new AtomicInteger();
        var busy = new CallBatcher<Integer, String>(
                64,
                Duration.ofMinutes(1),
                System::nanoTime,
                requests -> {
                    sent.incrementAndGet();
                    var answers = new CompletableFuture<List<String>>();
                    Runnable end = chance.nextInt(10) == 0
                            ? () -> answers.completeExceptionally(new IllegalStateException("lost"))
                            : () -> answers.complete(requests.stream()
                                    .map(CallBatcherTests::answerTo)
                                    .toList());
                    switch (chance.nextInt(3)) {
                        case 0 -> end.run();
                        case 1 -> redis.execute(end);
                        default ->
                            CompletableFuture.delayedExecutor(chance.nextInt(300), TimeUnit.MICROSECONDS, redis)
                                    .execute(end);
                    }
                    return answers;
                },
                RejectedExecutionException::new,
                redis);
        try {
            var wrong = new ConcurrentLinkedQueue<String>();
            var done = new ArrayList<Future<?>>();
            for (int i = 1; i <= 20_000; i++) {
                var request = i;
                done.add(callers.submit(() -> {
                    try {
                        var answer = busy.join(request).get(10, TimeUnit.SECONDS);
                        if (!answer.equals(answerTo(request))) {
                            wrong.add("another's answer");
                        }
                    } catch (ExecutionException lost) {
                        // One of the calls that fail on purpose.
                    } catch (Exception stuck) {
                        wrong.add(stuck.toString());
                    }
                }));
            }
            for (var each : done) {
                each.get(30, TimeUnit.SECONDS);
            }
            assertThat(wrong).as("seed " + seed).isEmpty();
            assertThat(sent).as("calls are shared").hasValueLessThan(20_000);
        } finally {
            callers.shutdownNow();
            redis.shutdownNow();
        }
    }

    private CompletionStage<List<String>> call(List<Integer> requests) {
        var call = new Call(requests, new CompletableFuture<>());
        calls.add(call);
        if (fails) {
            call.answers.completeExceptionally(new IllegalStateException("Redis is away"));
        }
        return call.answers;
    }

    private void follow(Runnable followUp) {
        if (stops) {
            throw new RejectedExecutionException("The node stops");
        }
        followUps.add(followUp);
    }

    private static String answerTo(Integer request) {
        return "answer to " + request;
    }

    private record Call(List<Integer> requests, CompletableFuture<List<String>> answers) {

        void answer() {
            answers.complete(requests.stream().map(CallBatcherTests::answerTo).toList());
        }
    }
}
