package stampede.task.admin;

import java.time.Duration;
import java.util.List;

/** The nodes of the cluster, by what they last told of themselves, which they do every other second. */
public interface TaskNodes {

    /** Those that were heard of lately, by name. */
    List<NodeStatus> list();

    /**
     * Those that fell silent without a word that they end.
     *
     * @param least since at least so long
     * @param most but not for longer; after an hour they are forgotten
     */
    List<NodeStatus> silent(Duration least, Duration most);

    /** What this node is called: host, process number and prefix. */
    String own();
}
