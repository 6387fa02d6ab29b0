/** A cluster of real processes under faults, and a checker of what its peers experienced. */
@NullMarked
package bub.checks.cluster;

import org.jspecify.annotations.NullMarked;
