package stampede.task.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class BrokerPartitionsHealthTests {

    @Test
    void namesWhoTakesWhomForGone() {
        var health = health(Optional.of(Map.of("b", List.of("a", "c"))));

        assertThat(health.getStatus()).isEqualTo(new Status("PARTED"));
        assertThat(health.getDetails()).containsEntry("takeForGone", Map.of("b", List.of("a", "c")));
    }

    @Test
    void isUpWhileNobodyDoes() {
        assertThat(health(Optional.of(Map.of())).getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void doesNotKnowWithoutAnAnswer() {
        assertThat(health(Optional.empty()).getStatus()).isEqualTo(Status.UNKNOWN);
    }

    private static Health health(Optional<Map<String, List<String>>> parted) {
        return new BrokerPartitionsHealth(() -> parted.map(TreeMap::new)).health();
    }
}
