package stampede.task.admin;

import java.util.List;

/** The keys that tasks have for themselves at this moment. */
public interface UniqueKeys {

    /**
     * Keys in their order.
     *
     * @param begins how the key begins; empty: any
     * @param after only keys that come later; empty for the first page
     */
    List<HeldUniqueKey> held(String begins, String after, int most);
}
