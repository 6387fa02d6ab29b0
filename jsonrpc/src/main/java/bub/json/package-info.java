/** Strict JSON over bytes: checked once, sliced without copying, written without trees. */
@NullMarked
package bub.json;

import org.jspecify.annotations.NullMarked;
