/** Handler methods: found, registered, and the rules their annotations give. */
@NullMarked
package stampede.task.handler;

import org.jspecify.annotations.NullMarked;
