/** What can be imported: for each kind its columns, what a row would do, and how it is done. */
@NullMarked
package stampede.imports.kind;

import org.jspecify.annotations.NullMarked;
