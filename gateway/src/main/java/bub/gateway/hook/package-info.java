/** Hooks: services elsewhere post JSON, and bub sends it as a message to an address. */
@NullMarked
package bub.gateway.hook;

import org.jspecify.annotations.NullMarked;
