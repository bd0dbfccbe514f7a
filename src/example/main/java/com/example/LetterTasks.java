package com.example;

import com.example.Letters.Letter;
import com.example.Letters.Text;
import com.example.Letters.Total;
import java.util.concurrent.atomic.AtomicInteger;
import stampede.task.Beat;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.Tick;
import stampede.workflow.Workflows;

/** What is done in the background. */
@TaskHandlers
class LetterTasks {

    private final AtomicInteger days = new AtomicInteger();
    private final Workflows workflows;

    LetterTasks(Workflows workflows) {
        this.workflows = workflows;
    }

    /** The post office is closed at first; a task that throws is tried again. */
    @Task(name = "letter.send", queue = "letters")
    @Retry(delays = {"1s", "10s"})
    String send(Letter letter, TaskContext context) {
        if (context.attempt() == 1) {
            throw new IllegalStateException("The post office is closed");
        }
        return "Sent to %s at attempt %d".formatted(letter.to(), context.attempt());
    }

    @Task(name = "text.count", queue = "texts")
    int count(Text text) {
        return text.words().split("\\s+").length;
    }

    @Task(name = "text.total", queue = "texts")
    int total(Total total, TaskContext context) {
        return workflows.results(context, Integer.class).stream()
                .mapToInt(words -> words)
                .sum();
    }

    @Beat(name = "letter.new-day", every = "1s")
    void beginDay(Tick tick) {
        days.incrementAndGet();
    }

    int days() {
        return days.get();
    }
}
