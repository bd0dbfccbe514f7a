package stampede.orderadmin;

/**
 * What lies in a parcel and where it goes.
 *
 * @param order what was bought
 * @param address empty if it was erased because it is old
 */
public record PackingSlip(OrderLine order, String address) {

    /** As of the order: an address does not belong into a log. */
    @Override
    public String toString() {
        return "slip of " + order;
    }
}
