package stampede.rehearsal;

/**
 * Plays a rehearsal that somebody asked for.
 *
 * @param rehearsal its number, as text because JSON numbers lose digits
 */
record RunRehearsal(String rehearsal) {}
