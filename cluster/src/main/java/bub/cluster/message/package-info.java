/** Messages between nodes: their binary form, their batches and their answers. */
@NullMarked
package bub.cluster.message;

import org.jspecify.annotations.NullMarked;
