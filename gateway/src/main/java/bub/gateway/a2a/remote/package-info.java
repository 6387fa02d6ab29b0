/** Agents elsewhere that speak A2A, as peers of the bus. */
@NullMarked
package bub.gateway.a2a.remote;

import org.jspecify.annotations.NullMarked;
