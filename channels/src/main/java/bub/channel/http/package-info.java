/** HTTP servers that are open to the network: their limits, and the server for webhook calls. */
@NullMarked
package bub.channel.http;

import org.jspecify.annotations.NullMarked;
