package stampede.orderadmin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.desk.DeskForm;
import stampede.desk.EditConflict;
import stampede.order.Shipment;
import stampede.shipping.Parcel;
import stampede.shipping.Shipments;
import stampede.shipping.ShippingRefusal;
import stampede.shipping.ShippingRefused;

/** What is done with a form about a parcel, by an operator or by a seller: fields {@code carrier} and {@code number}. */
@Component
public class ParcelForms {

    public static final List<String> FIELDS = List.of("carrier", "number");

    private static final int LONGEST_CARRIER = 40;

    private final Shipments shipments;

    ParcelForms(Shipments shipments) {
        this.shipments = shipments;
    }

    /** The form as it is drawn first: with what is known of the parcel. */
    public static DeskForm of(OrderLine order) {
        return order.shipment()
                .map(sent -> DeskForm.of(values(sent), version(sent)))
                .orElseGet(() -> DeskForm.of(Map.of(), 0));
    }

    /**
     * Marks the order as shipped. What is wrong with a field is said in the form.
     *
     * @return why it could not be, if that is not about a field
     */
    public Optional<ShippingRefusal> ship(SignedIn by, OrderLine order, DeskForm form) {
        return run(form, () -> shipments.ship(by, parcel(order, form)));
    }

    /**
     * Puts carrier and number of a parcel right.
     *
     * @param path where the form is sent to
     * @return as {@link #ship}
     * @throws EditConflict if somebody else did while the form was being filled in
     */
    public Optional<ShippingRefusal> correct(SignedIn by, OrderLine order, DeskForm form, String path) {
        var sent = order.shipment();
        if (sent.isPresent() && version(sent.get()) != form.version()) {
            throw new EditConflict(path, "orders.parcel", form, values(sent.get()), version(sent.get()));
        }
        return sent.isEmpty()
                ? Optional.of(ShippingRefusal.NOT_SHIPPED)
                : run(
                        form,
                        () -> shipments.correct(
                                by,
                                new Parcel(
                                        order.id(),
                                        sent.get().carrier(),
                                        sent.get().number()),
                                parcel(order, form)));
    }

    private static Optional<ShippingRefusal> run(DeskForm form, Runnable act) {
        if (form.value("carrier").isEmpty() || form.value("carrier").length() > LONGEST_CARRIER) {
            form.errors().reject("carrier", "orders.parcel.carrier.wrong", LONGEST_CARRIER);
        }
        if (!Parcel.isNumber(form.value("number"))) {
            form.errors().reject("number", "orders.parcel.number.wrong");
        }
        if (!form.errors().none()) {
            return Optional.empty();
        }
        try {
            act.run();
            return Optional.empty();
        } catch (ShippingRefused refused) {
            return Optional.of(refused.reason());
        }
    }

    private static Parcel parcel(OrderLine order, DeskForm form) {
        return new Parcel(order.id(), form.value("carrier"), form.value("number"));
    }

    private static Map<String, String> values(Shipment sent) {
        return Map.of("carrier", sent.carrier(), "number", sent.number());
    }

    /** A number that is another one for another parcel. */
    private static long version(Shipment sent) {
        return Integer.toUnsignedLong((sent.carrier() + " " + sent.number()).hashCode());
    }
}
