package stampede.task.admin;

import java.util.List;

/** The nodes of the cluster, by what they last told of themselves, which they do every other second. */
public interface TaskNodes {

    /** Those that were heard of lately, by name. */
    List<NodeStatus> list();

    /** What this node is called: host, process number and prefix. */
    String own();
}
