/** Commands that move the state of a bus into a cluster and out of it. */
@NullMarked
package bub.cli.cluster;

import org.jspecify.annotations.NullMarked;
