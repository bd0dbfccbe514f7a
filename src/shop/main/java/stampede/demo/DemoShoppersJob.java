package stampede.demo;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Lets the demonstration's programs shop, unless a setting ends it. */
@Component
@Profile("demo & !production")
@OnRole(NodeRole.WORKER)
class DemoShoppersJob {

    private static final Logger log = LoggerFactory.getLogger(DemoShoppersJob.class);

    private final DemoShoppers shoppers;
    private final boolean enabled;

    DemoShoppersJob(DemoShoppers shoppers, DemoShopperProperties properties) {
        this.shoppers = shoppers;
        this.enabled = properties.shoppers();
        if (enabled) {
            log.info("Programs shop here, so that the sale moves; STAMPEDE_DEMO_SHOPPERS=false ends it");
        }
    }

    /** What goes wrong is left for the next turn: it is nobody's loss, and a server that is away is told of by others. */
    @Scheduled(
            fixedDelayString = "${stampede.demo.shoppers-every:2s}",
            initialDelayString = "${stampede.demo.shoppers-every:2s}")
    void turn() {
        if (enabled) {
            try {
                shoppers.turn();
            } catch (RuntimeException away) {
                log.debug("The demonstration's shoppers rest", away);
            }
        }
    }
}
