package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderGroupTests {

    @ParameterizedTest
    @EnumSource(OrderStatus.class)
    void everyOrderIsInOneGroupAndTombstonesAreInNone(OrderStatus status) {
        var groups = Arrays.stream(OrderGroup.values())
                .filter(group -> group != OrderGroup.ALL)
                .filter(group -> group.statuses().contains(status));

        assertThat(groups).hasSize(status.isTombstone() ? 0 : 1);
        assertThat(OrderGroup.ALL.statuses().contains(status)).isEqualTo(!status.isTombstone());
    }
}
