package com.example;

import java.util.List;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.workflow.Workflow;
import stampede.workflow.Workflows;

/** What the application takes in, and has done in the background. */
@RestController
class Letters {

    private final Tasks tasks;
    private final Workflows workflows;

    Letters(Tasks tasks, Workflows workflows) {
        this.tasks = tasks;
        this.workflows = workflows;
    }

    /** Has a letter sent, and answers the id of the task. */
    @PostMapping("/letters")
    String post(@RequestParam String to) {
        return tasks.send(new Letter(to)).value();
    }

    /** Has the words of many texts counted at the same time and added up, and answers the id of the sum. */
    TaskId count(List<String> texts) {
        return workflows.start(Workflow.chord(texts.stream().map(Text::new).toList(), new Total()));
    }

    record Letter(String to) {}

    record Text(String words) {}

    record Total() {}
}
