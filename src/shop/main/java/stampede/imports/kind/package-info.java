/** What can be imported: for each kind its columns, what a row would do, how it is done, and how it is taken back. */
@NullMarked
package stampede.imports.kind;

import org.jspecify.annotations.NullMarked;
