package stampede.alipaysandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.springframework.stereotype.Component;

/** The faults that are switched on, and who is hit. All are off at the start, also after a restart. */
@Component
class Faults {

    private final List<FaultRule> rules = new ArrayList<>();
    private Random random;
    private long seed;
    private int given;

    Faults(SandboxProperties properties) {
        this.seed = properties.seed();
        this.random = new Random(seed);
    }

    /** Whether this goes wrong now, and how. */
    synchronized Optional<FaultRule> hit(FaultKind kind, String outTradeNo, String method) {
        for (int i = 0; i < rules.size(); i++) {
            var rule = rules.get(i);
            if (rule.concerns(kind, outTradeNo, method)
                    && random.nextDouble() < rule.share().orElse(1.0)) {
                spend(i, rule.onceLess());
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    private void spend(int place, FaultRule less) {
        if (less.usedUp()) {
            rules.remove(place);
        } else {
            rules.set(place, less);
        }
    }

    synchronized FaultRule add(FaultRule rule) {
        var named = rule.named("f" + ++given);
        rules.add(named);
        return named;
    }

    /** Only these from now on, their hits decided anew by this seed. */
    synchronized void replace(long newSeed, List<FaultRule> wanted) {
        seed = newSeed;
        random = new Random(newSeed);
        rules.clear();
        wanted.forEach(this::add);
    }

    synchronized void remove(String id) {
        rules.removeIf(rule -> rule.id().filter(id::equals).isPresent());
    }

    synchronized void clear() {
        rules.clear();
    }

    synchronized long seed() {
        return seed;
    }

    synchronized List<FaultRule> rules() {
        return List.copyOf(rules);
    }

    /** An even chance, from the same seed. */
    synchronized boolean coin() {
        return random.nextBoolean();
    }
}
