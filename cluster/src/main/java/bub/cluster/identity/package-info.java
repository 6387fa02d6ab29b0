/** One live connection per clientId in the whole cluster, decided by compare-and-set. */
@NullMarked
package bub.cluster.identity;

import org.jspecify.annotations.NullMarked;
