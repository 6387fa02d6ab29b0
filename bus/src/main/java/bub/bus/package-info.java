/**
 * The hub: takes a message from its sender to everyone who listens and brings the answers back. No
 * sockets here and no threads: everything runs on one hub thread, handed in.
 */
@NullMarked
package bub.bus;

import org.jspecify.annotations.NullMarked;
