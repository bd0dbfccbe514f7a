package stampede.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import stampede.history.TaskRun;
import stampede.task.TaskId;

/** Who sent whom: tasks under those that sent them, down from the one at the root. */
final class FamilyTree {

    private final Map<TaskId, List<TaskRun>> children = new HashMap<>();
    private final Set<TaskId> placed = new HashSet<>();
    private final List<Branch> branches = new ArrayList<>();
    private final TaskRun self;

    private FamilyTree(TaskRun self) {
        this.self = self;
    }

    /**
     * The tree, line by line; empty if there is nobody but the task itself.
     *
     * @param steps of a workflow that is drawn by itself; here are only those that sent others
     */
    static List<Branch> of(List<TaskRun> family, TaskRun self, Set<TaskId> steps) {
        var senders = family.stream()
                .filter(run -> !steps.contains(run.id()))
                .flatMap(run -> run.parent().stream())
                .collect(Collectors.toSet());
        var shown = family.stream()
                .filter(run -> !steps.contains(run.id()) || senders.contains(run.id()))
                .toList();
        return shown.size() < 2 ? List.of() : new FamilyTree(self).grow(shown);
    }

    /** Whose parent is not in the family begins at the edge, so nobody is left out, not even those who are their own ancestors. */
    private List<Branch> grow(List<TaskRun> family) {
        var known = new HashSet<TaskId>();
        family.forEach(run -> known.add(run.id()));
        var roots = new ArrayList<TaskRun>();
        for (var run : family) {
            run.parent()
                    .filter(known::contains)
                    .map(parent -> children.computeIfAbsent(parent, any -> new ArrayList<>()))
                    .orElse(roots)
                    .add(run);
        }
        roots.forEach(root -> place(root, 0));
        family.forEach(run -> place(run, 0));
        return branches;
    }

    private void place(TaskRun run, int depth) {
        if (placed.add(run.id())) {
            branches.add(new Branch(run, depth, run.id().equals(self.id())));
            children.getOrDefault(run.id(), List.of()).forEach(child -> place(child, depth + 1));
        }
    }

    /**
     * @param depth 0 at the root
     * @param self whether it is the task whose page this is
     */
    record Branch(TaskRun run, int depth, boolean self) {

        /** How far it stands in: a phone has room for six steps. */
        public int step() {
            return Math.min(depth, 6);
        }
    }
}
