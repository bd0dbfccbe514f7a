package stampede.catalog.cache;

import static java.time.Duration.ofMillis;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.ids.Ids;

/** What runs every few seconds beside the catalogue goes on while MySQL takes its time over the catalogue. */
@StampedeTest
class SlowRebuildTests {

    @Autowired
    private OfferIndex index;

    @Autowired
    private CatalogVersion catalogVersion;

    @Autowired
    private Ids ids;

    @Autowired
    private JdbcClient jdbc;

    /** One build at a time: while this test holds that up, the build that the changed edition asks for does not end. */
    @Test
    void theNodesNumberIsRenewedMeanwhile() {
        var building = index;
        synchronized (building) {
            catalogVersion.callOutNext();
            awaitRenewal(); // one may have been on its way when the build began
            awaitRenewal();
        }
    }

    private void awaitRenewal() {
        var before = leasedUntil();
        await("the lease is prolonged").pollInterval(ofMillis(100)).until(() -> leasedUntil() > before);
    }

    private long leasedUntil() {
        return jdbc.sql("select expires_ms from node_lease where node_id = :node")
                .param("node", (ids.next() >> 12) & 0x3ff)
                .query(Long.class)
                .single();
    }
}
