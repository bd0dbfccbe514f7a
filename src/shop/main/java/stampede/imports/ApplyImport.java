package stampede.imports;

/**
 * Applies the rows of a file that have not been applied yet.
 *
 * @param importId which file
 */
record ApplyImport(String importId) {}
