package stampede.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Lets concurrent requests share calls: while one call is under way the next requests gather, and leave
 * together when it is back. A request that comes alone leaves at once. No thread leads and none holds a lock: whoever
 * raises the count from zero sends the first call, and each answer sends the next.
 *
 * <p>A request that has waited for too long when it could leave fails instead. So with calls that end in time nobody needs a timer
 * of their own, which would cost more than the sharing saves. One that would certainly wait for too long, at the pace of the last
 * calls, fails at once.
 *
 * @param <Q> a request
 * @param <A> its answer
 */
public final class CallBatcher<Q, A> {

    private final int mostPerCall;
    private final long patienceNanos;
    private final LongSupplier nanoTime;
    private final Function<List<Q>, CompletionStage<List<A>>> call;
    private final Function<String, ? extends RuntimeException> neverLeft;
    private final Executor threads;
    private final Queue<Waiting<Q, A>> queue = new ConcurrentLinkedQueue<>();

    /** Requests that are queued or under way. */
    private final AtomicInteger unanswered = new AtomicInteger();

    /** How long a call takes: each counts for an eighth of it. Only one call is under way, so only one thread writes. */
    private volatile long callNanos;

    /**
     * @param patience how long a request may wait before it leaves
     * @param nanoTime the time, as of {@link System#nanoTime}
     * @param call answers each request of a list, in order; or fails, and then any of them may have been done
     * @param neverLeft makes what a request fails with that was not sent, of a reason in words
     * @param threads follow up a call that is over before its caller has let go of it; they may be kept for as long as it takes to
     *     find that Redis cannot be reached
     */
    public CallBatcher(
            int mostPerCall,
            Duration patience,
            LongSupplier nanoTime,
            Function<List<Q>, CompletionStage<List<A>>> call,
            Function<String, ? extends RuntimeException> neverLeft,
            Executor threads) {
        this.mostPerCall = mostPerCall;
        this.patienceNanos = patience.toNanos();
        this.nanoTime = nanoTime;
        this.call = call;
        this.neverLeft = neverLeft;
        this.threads = threads;
    }

    /** The answer to come; fails as {@code neverLeft} says if the request waited for too long, or would have to, and has not left. */
    public CompletableFuture<A> join(Q request) {
        if (unanswered.get() / mostPerCall * callNanos > patienceNanos) {
            return CompletableFuture.failedFuture(neverLeft.apply("More wait to leave than can leave in time"));
        }
        var waiting = new Waiting<Q, A>(request, nanoTime.getAsLong(), new CompletableFuture<>());
        queue.add(waiting);
        if (unanswered.getAndIncrement() == 0) {
            leave(1);
        }
        return waiting.answer();
    }

    /** Sends what has gathered. Takes no more than have been counted, so that the count never runs ahead of the queue. */
    private void leave(int gathered) {
        var counted = Math.min(gathered, mostPerCall);
        var together = new ArrayList<Waiting<Q, A>>(counted);
        var now = nanoTime.getAsLong();
        for (int i = 0; i < counted; i++) {
            var next = queue.remove();
            if (now - next.since() > patienceNanos) {
                next.answer().completeExceptionally(neverLeft.apply("Waited for too long to leave"));
            } else {
                together.add(next);
            }
        }
        if (together.isEmpty()) {
            countDown(counted);
            return;
        }
        var answers = call.apply(together.stream().map(Waiting::request).toList());
        var isOver = answers.toCompletableFuture().isDone();
        answers.whenComplete((done, failure) -> {
            if (isOver) {
                elsewhere(() -> back(counted, together, now, done, failure));
            } else {
                back(counted, together, now, done, failure);
            }
        });
    }

    /**
     * A call that failed before it left is followed up by another thread, so that no caller is kept serving those after it: each of
     * them may look for seconds for a Redis that was not there yet. While the node stops there is none, and nobody may be left waiting.
     */
    private void elsewhere(Runnable followUp) {
        try {
            threads.execute(followUp);
        } catch (RejectedExecutionException stopping) {
            followUp.run();
        }
    }

    private void back(int counted, List<Waiting<Q, A>> together, long leftAt, List<A> answers, Throwable failure) {
        var before = callNanos;
        callNanos = before + (nanoTime.getAsLong() - leftAt - before) / 8;
        try {
            answer(together, answers, failure);
        } finally {
            countDown(counted);
        }
    }

    private void countDown(int counted) {
        var gathered = unanswered.addAndGet(-counted);
        if (gathered > 0) {
            leave(gathered);
        }
    }

    private void answer(List<Waiting<Q, A>> together, List<A> answers, Throwable failure) {
        for (int i = 0; i < together.size(); i++) {
            if (failure == null) {
                together.get(i).answer().complete(answers.get(i));
            } else {
                together.get(i).answer().completeExceptionally(failure);
            }
        }
    }

    private record Waiting<Q, A>(Q request, long since, CompletableFuture<A> answer) {}
}
