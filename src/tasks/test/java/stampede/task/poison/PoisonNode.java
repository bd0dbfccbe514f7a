package stampede.task.poison;

import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.BatchTask;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.engine.TaskEngine;

/** A process of its own that runs cups, and dies of those that are poisonous. */
final class PoisonNode {

    /** How the process ends when it has drunk poison. */
    static final int POISONED = 66;

    private PoisonNode() {}

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(TaskEngine.class, Drinker.class)
                .web(WebApplicationType.NONE)
                .run(arguments);
    }

    record Cup(String content) {}

    record Glass(String content) {}

    @TestComponent
    @TaskHandlers
    static class Drinker {

        /** The process never gets to tell anybody. */
        @Task(name = "cup.drink", queue = "cups")
        void drink(Cup cup) {
            if (cup.content().equals("poison")) {
                Runtime.getRuntime().halt(POISONED);
            }
            System.out.println("drank " + cup.content());
        }

        @BatchTask(name = "glass.drink", queue = "glasses")
        Outcomes drinkTogether(List<Job<Glass>> glasses) {
            glasses.forEach(glass -> drink(new Cup(glass.payload().content())));
            return Outcomes.allDone();
        }
    }
}
