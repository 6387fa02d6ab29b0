/** Strict JSON over bytes: checked once, sliced without copying, written without object trees. */
@NullMarked
package bub.json;

import org.jspecify.annotations.NullMarked;
