package stampede.desk;

/** A group of the console's menu; its message is {@code desk.group.NAME}. */
public enum DeskGroup {
    SALE(1),
    MONEY(2),
    BOOKS(4),
    TASKS(8),
    WATCHING(64),
    SHOP(16);

    private final int bit;

    DeskGroup(int bit) {
        this.bit = bit;
    }

    /** What stands for it in the cookie of groups that somebody closed. */
    public int bit() {
        return bit;
    }
}
