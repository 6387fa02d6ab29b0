/** Bus client for every peer, in blocking code; start with {@link bub.client.BusClient}. */
@NullMarked
package bub.client;

import org.jspecify.annotations.NullMarked;
