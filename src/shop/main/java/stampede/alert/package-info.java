/** What is wrong with the shop: rules, who judges them, who was told, and what people do not want to hear for a while. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "alipay",
            "audit",
            "books",
            "catalog",
            "channel",
            "counter",
            "desk",
            "inquiry",
            "listing",
            "pastsale",
            "paymentadmin",
            "refusal",
            "setting",
            "site",
            "stock",
            "support",
            "task :: admin",
            "task :: spi"
        })
@NullMarked
package stampede.alert;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
