package stampede.counter;

/** What becomes of a call to Redis. Whoever called can tell the first from the others, but not those from each other. */
public enum CallFate {
    ARRIVES,
    LOST,
    ANSWER_LOST,
    ARRIVES_LATE
}
