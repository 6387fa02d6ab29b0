/** Orders of bub's own parts to their node of a cluster, and the answers in the ack's payload. */
@NullMarked
package bub.protocol.cluster;

import org.jspecify.annotations.NullMarked;
