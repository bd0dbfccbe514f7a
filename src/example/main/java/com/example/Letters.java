package com.example;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.history.TaskResults;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.workflow.Workflow;
import stampede.workflow.Workflows;

/** What the application takes in, and has done in the background. */
@RestController
class Letters {

    private final Tasks tasks;
    private final Workflows workflows;
    private final TaskResults results;

    Letters(Tasks tasks, Workflows workflows, TaskResults results) {
        this.tasks = tasks;
        this.workflows = workflows;
        this.results = results;
    }

    /** Has a letter sent, and answers the id of the task. */
    @PostMapping("/letters")
    String post(@RequestParam String to) {
        return tasks.send(new Letter(to)).value();
    }

    /** What became of it. */
    @GetMapping("/letters/{id}")
    String read(@PathVariable String id) {
        var letter = new TaskId(id);
        return results.state(letter) + " "
                + results.result(letter, String.class).orElse("");
    }

    /** Has the words of many texts counted at the same time and added up, and answers the id of the sum. */
    TaskId count(List<String> texts) {
        return workflows.start(Workflow.chord(texts.stream().map(Text::new).toList(), new Total()));
    }

    record Letter(String to) {}

    record Text(String words) {}

    record Total() {}
}
