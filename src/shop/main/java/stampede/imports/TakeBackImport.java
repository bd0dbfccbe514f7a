package stampede.imports;

/**
 * Takes back the rows of a file that were applied and have not been taken back yet.
 *
 * @param importId which file
 */
record TakeBackImport(String importId) {}
