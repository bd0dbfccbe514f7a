package stampede.desk;

/** A group of the console's menu; its message is {@code desk.group.NAME}. */
public enum DeskGroup {
    SALE(1, "flame"),
    MONEY(2, "wallet"),
    BOOKS(4, "book-open"),
    TASKS(8, "list-checks"),
    RECOVERY(32, "life-buoy"),
    WATCHING(64, "activity"),
    SHOP(16, "store");

    private final int bit;
    private final String icon;

    DeskGroup(int bit, String icon) {
        this.bit = bit;
        this.icon = icon;
    }

    /** What stands for it in the cookie of groups that somebody closed. */
    public int bit() {
        return bit;
    }

    /** Its picture in the sheet of icons. */
    public String icon() {
        return icon;
    }
}
