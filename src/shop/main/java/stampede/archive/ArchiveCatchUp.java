package stampede.archive;

import java.util.List;
import org.springframework.stereotype.Component;
import stampede.task.admin.DeadTasks;

/** Writes down what those are about that died before the archive knew of them, and forgets those that are gone. */
@Component
class ArchiveCatchUp {

    private static final int AT_ONCE = 500;

    private final SubjectRepository subjects;
    private final SubjectReader reader;
    private final DeadTasks dead;

    ArchiveCatchUp(SubjectRepository subjects, SubjectReader reader, DeadTasks dead) {
        this.subjects = subjects;
        this.reader = reader;
        this.dead = dead;
    }

    /** Looks at all numbers, a page at a time; only what is missing is read. */
    void add() {
        List<Long> page;
        var after = 0L;
        do {
            page = subjects.dead(after, AT_ONCE);
            if (!page.isEmpty()) {
                after = page.get(page.size() - 1);
                subjects.missing(page).forEach(this::add);
            }
        } while (page.size() == AT_ONCE && !Thread.currentThread().isInterrupted());
    }

    private void add(long number) {
        dead.find(number).ifPresent(task -> subjects.add(number, reader.read(task)));
    }

    /** The engine deletes dead tasks after a time. */
    void forgetGone() {
        List<Long> page;
        var after = 0L;
        do {
            page = subjects.known(after, AT_ONCE);
            if (!page.isEmpty()) {
                after = page.get(page.size() - 1);
                subjects.forgetGone(page);
            }
        } while (page.size() == AT_ONCE && !Thread.currentThread().isInterrupted());
    }
}
