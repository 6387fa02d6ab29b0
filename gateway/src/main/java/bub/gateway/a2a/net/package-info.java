/** HTTP requests to addresses that strangers name, with pinned and checked IP addresses. */
@NullMarked
package bub.gateway.a2a.net;

import org.jspecify.annotations.NullMarked;
