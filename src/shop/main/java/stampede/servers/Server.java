package stampede.servers;

/** A server that no node runs without. */
enum Server {
    DATABASE("the database", "STAMPEDE_DB_URL"),
    REDIS("Redis", "STAMPEDE_REDIS_URL"),
    BROKER("the broker", "STAMPEDE_RABBIT_ADDRESSES");

    private final String title;
    private final String variable;

    Server(String title, String variable) {
        this.title = title;
        this.variable = variable;
    }

    /** The environment variable that holds its address. */
    String variable() {
        return variable;
    }

    /** What sentences call it. */
    @Override
    public String toString() {
        return title;
    }
}
