/** The bus across several nodes, on NATS. */
@NullMarked
package bub.cluster;

import org.jspecify.annotations.NullMarked;
