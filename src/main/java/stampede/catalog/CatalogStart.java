package stampede.catalog;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** Fills this node's memory before the first request is let in. */
@Component
class CatalogStart implements SmartInitializingSingleton {

    private final SlotPlan plan;
    private final OnSale onSale;

    CatalogStart(SlotPlan plan, OnSale onSale) {
        this.plan = plan;
        this.onSale = onSale;
    }

    /** Planning builds the index; keeping up asks for the slots that sell now. */
    @Override
    public void afterSingletonsInstantiated() {
        plan.plan();
        onSale.keepUp();
    }
}
