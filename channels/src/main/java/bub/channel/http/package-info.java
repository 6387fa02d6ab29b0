/** HTTP servers that strangers can reach: their limits, and the one that takes webhook calls. */
@NullMarked
package bub.channel.http;

import org.jspecify.annotations.NullMarked;
