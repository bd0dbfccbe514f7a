package stampede.alipaysandbox;

/** Names of buyers. */
final class Cashiers {

    static final String FIRST_BUYER = "buyer1";

    private Cashiers() {}
}
