package stampede.task.actuator;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import stampede.support.EngineConfiguration;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskSchedules;

/** What Actuator shows of the engine, where it is and may. */
@EngineConfiguration
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnAvailableEndpoint(TasksEndpoint.class)
class TaskActuatorAutoConfiguration {

    @Bean
    TasksEndpoint tasksEndpoint(TaskQueues queues, TaskNodes nodes, TaskSchedules schedules, DeadTasks dead) {
        return new TasksEndpoint(queues, nodes, schedules, dead);
    }
}
