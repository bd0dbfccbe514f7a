package stampede.books;

/** The rules of the books: D of the database and R of Redis hold at any time, Q across the servers when no order is under way. */
public enum Rule {
    D1("What is available is not below zero and not above the total"),
    D2("The total is what is available and what orders took and have not put back"),
    D3("What is available is the sum of all movements"),
    D4("Each order took units once at most and put them back once at most, and its state says the same"),
    D5("No shopper and no address has more units than the limit, and each is counted with what their orders hold"),
    D6("Each order that money moved on was paid once with its total, or had only money that came for nothing"),
    D7("No more goes back than came, what came for nothing goes back once in full, and what is refunded has gone back"),
    D8("Each order went step by step along the edges of the state machine to where it stands"),
    D9("Each order costs what the ledger asks for its offer"),
    D10("Each order that was shipped has one shipment, finished if the order is, and no other order has one"),
    D11("Each order of a free coupon that holds its unit has one coupon, and no other order has one"),
    D12(
            "Each ticket of a waiting room that an order names is of a room of its offer, and no order of another shopper names it"),
    R1("In Redis the total is what is left and what is kept"),
    R2("In Redis each shopper is counted with the units kept for them"),
    R3("In Redis exactly the reservations without orders are in line for a check"),
    R4("In Redis no reservation is both kept and released"),
    R5("The epoch of an offer in Redis never falls"),
    R6("In Redis the idempotency key of each reserved one leads to it"),
    Q1("Redis keeps units for exactly the orders that hold them"),
    Q2("Redis has as many units left as the database"),
    Q3("The total is what is left in Redis and what orders hold"),
    Q4("No order waits for its payment, or for its closing, past its time"),
    Q5(
            "Each payment either paid an order and stayed, but for what was given back by decision, or has gone back once in full"),
    Q6("Every task that was given up is in the archive, none is left in the dead-letter queue");

    private final String sentence;

    Rule(String sentence) {
        this.sentence = sentence;
    }

    /** What it demands. */
    public String sentence() {
        return sentence;
    }

    boolean isOfRedis() {
        return switch (this) {
            case R1, R2, R3, R4, R5, R6 -> true;
            case D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11, D12, Q1, Q2, Q3, Q4, Q5, Q6 -> false;
        };
    }
}
