/** Ports between the hub and the other nodes of a cluster; a single bus has no other nodes. */
@NullMarked
package bub.bus.cluster;

import org.jspecify.annotations.NullMarked;
