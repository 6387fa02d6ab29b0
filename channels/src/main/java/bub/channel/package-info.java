/** Chat peers: what every channel shares between a human and the agent of a chat. */
@NullMarked
package bub.channel;

import org.jspecify.annotations.NullMarked;
