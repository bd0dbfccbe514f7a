package stampede.imports;

/**
 * What a row changes.
 *
 * @param column of what
 * @param before empty for what is not there yet
 * @param after empty for what is taken away
 */
public record ImportChange(String column, String before, String after) {}
