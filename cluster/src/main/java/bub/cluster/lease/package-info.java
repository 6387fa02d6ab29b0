/** Exclusive leases with fencing tokens, which end with the node that holds them. */
@NullMarked
package bub.cluster.lease;

import org.jspecify.annotations.NullMarked;
