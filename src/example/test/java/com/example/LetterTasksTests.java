package com.example;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.Letters.Letter;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import stampede.task.TaskState;
import stampede.task.testing.EagerTasks;
import stampede.workflow.Workflows;

/** A test of tasks needs no server. */
class LetterTasksTests {

    private final EagerTasks tasks = new EagerTasks().handledBy(new LetterTasks(Mockito.mock(Workflows.class)));

    @Test
    void aLetterIsSentWhenThePostOfficeHasOpened() {
        var letter = tasks.send(new Letter("Lin"));
        assertThat(tasks.state(letter)).isEqualTo(TaskState.RETRY);

        tasks.advance(ofSeconds(1));

        assertThat(tasks.result(letter, String.class)).contains("Sent to Lin at attempt 2");
    }
}
