package stampede.catalog.publishing;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;
import stampede.catalog.cache.OffersOnSale;

/** Fills this node's memory before the first request is let in. */
@Component
class CatalogStart implements SmartInitializingSingleton {

    private final SlotPlanner plan;
    private final OffersOnSale offersOnSale;

    CatalogStart(SlotPlanner plan, OffersOnSale offersOnSale) {
        this.plan = plan;
        this.offersOnSale = offersOnSale;
    }

    /** Planning builds the index; keeping up asks for the slots that sell now. */
    @Override
    public void afterSingletonsInstantiated() {
        plan.plan();
        offersOnSale.keepUp();
    }
}
