/** An application of its own. */
@NullMarked
package com.example;

import org.jspecify.annotations.NullMarked;
