package stampede.task.actuator;

import java.util.List;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskSchedule;
import stampede.task.admin.TaskSchedules;

/** {@code /actuator/tasks}: queues, nodes and schedules of the cluster, and how many tasks are dead. It changes nothing. */
@Endpoint(id = "tasks")
class TasksEndpoint {

    private final TaskQueues queues;
    private final TaskNodes nodes;
    private final TaskSchedules schedules;
    private final DeadTasks dead;

    TasksEndpoint(TaskQueues queues, TaskNodes nodes, TaskSchedules schedules, DeadTasks dead) {
        this.queues = queues;
        this.nodes = nodes;
        this.schedules = schedules;
        this.dead = dead;
    }

    @ReadOperation
    Overview overview() {
        return new Overview(queues.list(), nodes.list(), schedules.list(), dead.count(DeadTask.Status.DEAD));
    }

    record Overview(List<TaskQueue> queues, List<NodeStatus> nodes, List<TaskSchedule> schedules, long dead) {}
}
