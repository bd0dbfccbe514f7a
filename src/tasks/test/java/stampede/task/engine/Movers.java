package stampede.task.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Upcast;
import tools.jackson.databind.node.ObjectNode;

/** A task whose payload has changed twice: a full address first, then street and city, then a country too. */
@TestComponent
@TaskHandlers
public class Movers {

    public static final String TASK = "errand.move";

    private final List<Move> moves = new CopyOnWriteArrayList<>();

    @Task(name = TASK, queue = "errands", version = 3)
    @Retry(delays = {})
    void move(Move move) {
        moves.add(move);
    }

    @Upcast(task = TASK, from = 1)
    ObjectNode splitAddress(ObjectNode kwargs) {
        var parts = kwargs.remove("address").asString().split(", ", 2);
        return kwargs.put("street", parts[0]).put("city", parts[1]);
    }

    @Upcast(task = TASK, from = 2)
    ObjectNode addCountry(ObjectNode kwargs) {
        return kwargs.put("country", "China");
    }

    public List<Move> moves(String key) {
        return moves.stream().filter(move -> move.key().equals(key)).toList();
    }

    public record Move(String key, String street, String city, String country) {}
}
