package stampede.staff;

import java.time.Duration;
import org.springframework.stereotype.Component;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;
import stampede.staff.SellerProperties.Registration;

/** Who may sell, and what, as operators have set it by now. A change counts for what is registered, kept or submitted after it. */
@Component
public class SellerPolicy {

    private static final Duration SHORTEST_LEAD = Duration.ZERO;
    private static final Duration LONGEST_LEAD = Duration.ofDays(7);
    private static final int MOST_OFFERS = 1_000;
    private static final int MOST_UNITS = 1_000_000;

    private final Setting<Registration> registration;
    private final Setting<Boolean> approval;
    private final Setting<Boolean> ownWindows;
    private final Setting<Duration> lead;
    private final Setting<Integer> offersPerSlot;
    private final Setting<Integer> unitsPerOffer;

    public SellerPolicy(SellerProperties properties, Settings settings) {
        this.registration = settings.declare(SettingDeclaration.choice(
                        "seller.registration", Registration.class, properties, SellerProperties::registration)
                .risky());
        this.approval =
                settings.declare(SettingDeclaration.yesOrNo("seller.approval", properties, SellerProperties::approval)
                        .risky());
        this.ownWindows = settings.declare(
                SettingDeclaration.yesOrNo("seller.own-windows", properties, SellerProperties::ownWindows));
        this.lead = settings.declare(SettingDeclaration.duration(
                "seller.lead", properties, SellerProperties::lead, SHORTEST_LEAD, LONGEST_LEAD));
        this.offersPerSlot = settings.declare(SettingDeclaration.whole(
                "seller.offers-per-slot", properties, SellerProperties::offersPerSlot, 1, MOST_OFFERS));
        this.unitsPerOffer = settings.declare(SettingDeclaration.whole(
                "seller.units-per-offer", properties, SellerProperties::unitsPerOffer, 1, MOST_UNITS));
    }

    /** Whether people register as sellers themselves. */
    public Registration registration() {
        return registration.value();
    }

    /** Whether an operator approves what sellers offer before it is published. */
    public boolean approval() {
        return approval.value();
    }

    /** Whether sellers may sell in windows of their own. */
    public boolean ownWindows() {
        return ownWindows.value();
    }

    /** How long before it opens a seller's offer is submitted at the latest. */
    public Duration lead() {
        return lead.value();
    }

    /** How many offers a seller has in a slot at most. */
    public int offersPerSlot() {
        return offersPerSlot.value();
    }

    /** How many units a seller's offer has at most. */
    public int unitsPerOffer() {
        return unitsPerOffer.value();
    }
}
